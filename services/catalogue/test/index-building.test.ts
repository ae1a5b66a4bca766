import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const PATHS = [
  '/api/kits',
  '/api/kits/facets',
  '/api/kits/search?keyword=malaga',
  '/api/clubs',
  '/api/clubs/1',
  '/api/clubs/1/kits',
  '/api/clubs/1/timeline',
  '/api/clubs/1/crest.svg',
  '/api/clubs/search?keyword=malaga',
  '/api/brands',
  '/api/competitions/search?keyword=cup',
  '/api/seasons?id=1',
  '/api/seasons/search?keyword=2024',
  '/api/countries',
  '/api/kit-types',
  '/api/suggest?q=malaga',
  '/api/random-clubs/',
];

const catalogue = useCatalogue({ isIndexHeld: true });

beforeAll(async () => {
  await catalogue.load(kitLines([{ club: 'Málaga CF' }]));
  await catalogue.db('clubs').update({ logo: 'https://example.org/logo.png' });
});

describe('the catalogue while its index is being built', () => {
  it.each(PATHS)('returns 503 with Retry-After: 1 for %s', async (path) => {
    const { status, headers, body } = await catalogue.request(path);
    expect([status, headers.get('Retry-After'), headers.get('X-Cache')]).toEqual([503, '1', null]);
    expect(body).toEqual({ detail: 'The service is reading the catalogue. Please try again in a moment.' });
  });

  it('reports its index as building in the health report, and is not ready', async () => {
    expect((await catalogue.request('/api/health')).body).toMatchObject({
      status: 'healthy',
      index: 'building',
    });
    const ready = await catalogue.request('/api/ready');
    expect([ready.status, ready.body]).toEqual([503, { status: 'starting' }]);
  });

  it('serves all reads as soon as the index is complete', async () => {
    await using held = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      isIndexHeld: true,
    });
    expect((await held.request('/api/kits')).status).toBe(503);
    await held.completeIndex();
    expect((await held.request('/api/health')).body).not.toHaveProperty('index');
    expect((await held.request('/api/ready')).body).toEqual({ status: 'ready' });
    for (const path of PATHS) expect([path, (await held.request(path)).status]).toEqual([path, 200]);
  });
});

describe('an index that is rebuilt after many changes', () => {
  /** Three times this number of changed kits is enough for a rebuild. */
  const KITS = 2000;
  const CHANGES = 24;

  const rebuilt = useCatalogue();

  beforeAll(async () => {
    for (const season of ['2021', '2022', '2023']) {
      const clubs = Array.from({ length: KITS }, (_, club) => ({
        club: `Club ${club % 100}`,
        type: `T ${club}`,
        season,
      }));
      await rebuilt.load(kitLines(clubs));
    }
  }, 60_000);

  it('never returns to an earlier state of a kit that changes during rebuilds', async () => {
    const done = new AbortController();
    const seen: number[] = [];
    // The picture is drawn for each request and contains the kit's name.
    const read = async () => {
      const { body } = await rebuilt.request('/api/kits/7/picture.svg');
      seen.push(Number(/Change (\d+)/.exec(String(body))?.[1] ?? 0));
    };
    const reading = (async () => {
      while (!done.signal.aborted) await read();
    })();
    for (let change = 1; change <= CHANGES; change += 1) {
      await rebuilt.db.raw('update kits set rating = ? where id % 3 = ?', [change / 10, change % 3]);
      await rebuilt.followChanges();
      await rebuilt.db.raw('update kits set name = ? where id = 7', [`Change ${change}`]);
      await rebuilt.followChanges();
    }
    done.abort();
    await reading;
    await read();
    expect(seen.at(-1)).toBe(CHANGES);
    expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  });
});
