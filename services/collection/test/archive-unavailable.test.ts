import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  closingConnection,
  KIT,
  MALAGA,
  neverResponding,
  responding,
  respondingWithError,
  respondingWithText,
  useStandInCatalogue,
  type Behaviour,
} from './stand-in-catalogue.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';

const KNOWN = '/archive/clubs/search/?keyword=malaga';
const UNKNOWN = '/archive/clubs/search/?keyword=getafe';
const UNAVAILABLE = { detail: 'The catalogue is temporarily unavailable.' };

const database = useCollectionDatabase();
const catalogue = useStandInCatalogue();
let collection: TestCollection;

beforeEach(async () => {
  collection = await startTestCollection(database, {
    CATALOGUE_URL: catalogue.url,
    THROTTLE_ARCHIVE: '100000/3600',
  });
  catalogue.setBehaviour(responding([MALAGA]));
  await collection.request(KNOWN);
  catalogue.seen.length = 0;
});

afterEach(async () => {
  await collection.close();
});

async function expectStale(path = KNOWN, body: object = { results: [MALAGA] }): Promise<void> {
  const response = await collection.request(path);
  expect([response.status, response.headers.get('X-Cache'), response.body]).toEqual([200, 'STALE', body]);
}

async function expectUnavailable(path = UNKNOWN): Promise<void> {
  const { status, headers, body } = await collection.request(path);
  expect([status, headers.get('X-Cache'), headers.get('Retry-After'), body]).toEqual([
    503,
    null,
    '5',
    UNAVAILABLE,
  ]);
}

async function expectFresh(): Promise<void> {
  catalogue.setBehaviour(responding([MALAGA]));
  for (const path of [KNOWN, UNKNOWN]) {
    const { status, headers, body } = await collection.request(path);
    expect([status, headers.get('X-Cache'), body]).toEqual([200, null, { results: [MALAGA] }]);
  }
}

const FAULTS: Array<[title: string, behaviour: Behaviour]> = [
  ['returns 500', respondingWithError(500, 'An internal server error occurred.')],
  ['returns 503', respondingWithError(503, 'The service is temporarily unavailable.')],
  ['returns malformed JSON', respondingWithText('[{')],
  ['returns an empty body', respondingWithText('')],
  ['returns 200 with HTML', respondingWithText('<h1>It works!</h1>', 200, 'text/html')],
  ['returns an object instead of a list', responding({ clubs: [MALAGA] })],
  ['returns a club without a name', responding([{ ...MALAGA, name: undefined }])],
  ['returns 206', responding([MALAGA], 206)],
  ['returns a redirect', responding({}, 301, { Location: 'http://127.0.0.1:1/' })],
  ['returns 404 with HTML', respondingWithText('<h1>Not Found</h1>', 404, 'text/html')],
  ['closes the connection within a response', closingConnection],
];

describe('GET /archive/* with an unavailable catalogue', () => {
  it.each(FAULTS)(
    'returns the last good response, or 503 without one, if the catalogue %s',
    async (_title, behaviour) => {
      catalogue.setBehaviour(behaviour);
      await expectStale();
      await expectUnavailable();
      expect(catalogue.seen.length).toBeGreaterThanOrEqual(2);
      await expectFresh();
    },
  );

  it('returns the last good response, or 503 without one, if the catalogue refuses connections', async () => {
    await catalogue.stop();
    await expectStale();
    await expectUnavailable();
    await catalogue.restart();
    await expectFresh();
  });

  it('returns the most recent of several good responses', async () => {
    const renamed = { ...MALAGA, name: 'Málaga Club de Fútbol' };
    catalogue.setBehaviour(responding([renamed]));
    await collection.request(KNOWN);
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    await expectStale(KNOWN, { results: [renamed] });
  });

  it('returns the last good kit, seasons and kits of a club, each for its own path only', async () => {
    const season = { id: 5, year: '2024-25' };
    const listed = { id: 11, name: 'Home', main_img_url: 'https://kits.example/11.jpg' };
    const requests: Array<[path: string, response: unknown, body: object]> = [
      ['/archive/kits/11/', KIT, KIT],
      ['/archive/clubs/7/seasons/', [season], { results: [season] }],
      ['/archive/clubs/7/seasons/5/kits/', [listed], { results: [listed] }],
    ];
    for (const [path, response] of requests) {
      catalogue.setBehaviour(responding(response));
      await collection.request(path);
    }
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    for (const [path, , body] of requests) await expectStale(path, body);
    // Successful responses in between, so that the failures are not consecutive.
    await expectFresh();
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    const otherPaths = ['/archive/kits/12/', '/archive/clubs/5/seasons/', '/archive/clubs/5/seasons/7/kits/'];
    for (const path of otherPaths) await expectUnavailable(path);
  });

  it('returns 503 instead of the response of another search for the same keyword', async () => {
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    await expectUnavailable('/archive/brands/search/?keyword=malaga');
  });

  it('returns 304 if the client has the last good response', async () => {
    const etag = (await collection.request(KNOWN)).headers.get('ETag') ?? '';
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    const { status, headers } = await collection.request(KNOWN, { headers: { 'If-None-Match': etag } });
    expect([status, headers.get('X-Cache')]).toEqual([304, 'STALE']);
  });

  describe('GET /api/health', () => {
    it('reports the catalogue as disconnected and the service as healthy', async () => {
      await catalogue.stop();
      const { status, body } = await collection.request('/api/health');
      await catalogue.restart();
      expect([status, body.status, body.catalogue]).toEqual([200, 'healthy', 'disconnected']);
    });
  });
});

describe('GET /archive/* with a catalogue that fails briefly', () => {
  it('retries the request until it succeeds', async () => {
    catalogue.setBehaviour((response, url) => {
      const behaviour = catalogue.seen.length < 3 ? respondingWithError(503, 'Busy.') : responding([MALAGA]);
      behaviour(response, url);
    });
    const { status, headers } = await collection.request(UNKNOWN);
    expect([status, headers.get('X-Cache'), catalogue.seen.length]).toEqual([200, null, 3]);
  });
});

describe('GET /archive/* with a slow catalogue', () => {
  it('stops waiting after ten seconds, including all retries and pages', async () => {
    const full = Array.from({ length: 100 }, () => ({
      id: 1,
      name: 'Home',
      main_img_url: 'https://x.example/',
    }));
    catalogue.setBehaviour((response, url) => {
      if (url.searchParams.get('page') !== '1') return neverResponding(response, url);
      return setTimeout(() => responding(full)(response, url), 4000).unref();
    });
    const startedAt = performance.now();
    const seconds = async (response: Promise<void>) => {
      await response;
      return (performance.now() - startedAt) / 1000;
    };
    const took = await Promise.all([
      seconds(expectStale()),
      seconds(expectUnavailable()),
      seconds(expectUnavailable('/archive/clubs/7/seasons/5/kits/')),
    ]);
    for (const elapsed of took) {
      expect(elapsed).toBeGreaterThan(9.9);
      expect(elapsed).toBeLessThan(13);
    }
    await expectFresh();
  });
});

describe('GET /archive/* with a catalogue that rejects the service', () => {
  it.each([
    [401, 'Invalid API key'],
    [403, 'Rate limit exceeded. Please try again later.'],
  ])('returns 503 even if an older response is stored: %i', async (status, detail) => {
    catalogue.setBehaviour(respondingWithError(status, detail));
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expectUnavailable(KNOWN);
      await expectUnavailable(UNKNOWN);
    }
    // It responds, so requests are still sent to it.
    expect(catalogue.seen).toHaveLength(12);
    await expectFresh();
  });

  it('returns 503 with the Retry-After of the catalogue', async () => {
    catalogue.setBehaviour(responding({ detail: 'Rate limit exceeded.' }, 403, { 'Retry-After': '77' }));
    const { status, headers, body } = await collection.request(UNKNOWN);
    expect([status, headers.get('Retry-After'), body]).toEqual([503, '77', UNAVAILABLE]);
  });
});
