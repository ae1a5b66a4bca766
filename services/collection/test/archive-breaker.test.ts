import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MALAGA, responding, respondingWithError, useStandInCatalogue } from './stand-in-catalogue.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';

const KNOWN = '/archive/clubs/search/?keyword=malaga';
const UNAVAILABLE = respondingWithError(500, 'Away.');
const HERE = responding([MALAGA]);
const DAY_MS = 86_400_000;

const database = useCollectionDatabase();
const catalogue = useStandInCatalogue();
let collection: TestCollection;
/** How far the clock of this process, which also runs the service, is advanced, in milliseconds. */
let forwardMs: number;

beforeEach(async () => {
  const clock = performance.now.bind(performance);
  forwardMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + forwardMs);
  collection = await startTestCollection(database, {
    CATALOGUE_URL: catalogue.url,
    THROTTLE_ARCHIVE: '100000/3600',
  });
  catalogue.setBehaviour(HERE);
  await collection.request(KNOWN);
  catalogue.seen.length = 0;
});

afterEach(async () => {
  await collection.close();
  jest.restoreAllMocks();
});

/** Sends requests one after the other; returns their statuses and how many reached the catalogue. */
async function request(times: number): Promise<{ statuses: number[]; reached: number }> {
  const before = catalogue.seen.length;
  const statuses = [];
  for (let time = 0; time < times; time += 1)
    statuses.push((await collection.request('/archive/kits/999/')).status);
  return { statuses, reached: catalogue.seen.length - before };
}

describe('five consecutive failed requests to the catalogue', () => {
  it('stop further requests to the catalogue, and lead to 503 with Retry-After', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    expect(await request(5)).toEqual({ statuses: [503, 503, 503, 503, 503], reached: 5 });
    catalogue.setBehaviour(HERE);
    const { status, headers, body } = await collection.request('/archive/brands/search/?keyword=adidas');
    expect([status, body]).toEqual([503, { detail: 'The catalogue is temporarily unavailable.' }]);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(15);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(30);
    expect(catalogue.seen).toHaveLength(5);
  });

  it('do not affect last good responses and responses that need no catalogue', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    await request(5);
    const { status, headers, body } = await collection.request(KNOWN);
    expect([status, headers.get('X-Cache'), body]).toEqual([200, 'STALE', { results: [MALAGA] }]);
    expect((await collection.request('/archive/clubs/search/?keyword=a')).status).toBe(200);
    expect((await collection.request('/archive/clubs/search/')).status).toBe(400);
    expect((await collection.request('/archive/kits/0/')).status).toBe(404);
    expect(catalogue.seen).toHaveLength(5);
  });

  it('are counted across all paths, including requests with a stale response', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    await collection.request(KNOWN);
    await collection.request('/archive/seasons/search/?keyword=2024');
    expect((await request(5)).reached).toBe(3);
  });

  it.each([
    ['a successful response', HERE],
    ['a 400 response', respondingWithError(400, 'Invalid request parameters')],
    ['a 404 response', respondingWithError(404, 'Not there.')],
  ])('are not consecutive if interrupted by %s', async (_title, behaviour) => {
    catalogue.setBehaviour(UNAVAILABLE);
    await request(4);
    catalogue.setBehaviour(behaviour);
    await collection.request(KNOWN);
    catalogue.setBehaviour(UNAVAILABLE);
    expect((await request(4)).reached).toBe(4);
  });

  it('include requests whose clients have disconnected', async () => {
    const held: Array<() => void> = [];
    catalogue.setBehaviour((response, url) => held.push(() => UNAVAILABLE(response, url)));
    const aborting = new AbortController();
    const requests = Array.from({ length: 5 }, (_, index) =>
      fetch(`${collection.url}/archive/kits/${index + 1}/`, { signal: aborting.signal }).catch(
        () => 'gave up',
      ),
    );
    for (const until = Date.now() + 10_000; held.length < 5 && Date.now() < until;) await delay(5);
    expect(held).toHaveLength(5);
    aborting.abort();
    expect(await Promise.all(requests)).toEqual(Array(5).fill('gave up'));
    for (const response of held) response();
    catalogue.setBehaviour(UNAVAILABLE);
    // A few requests may reach the catalogue before the five responses arrive, but fewer than five, as five
    // new failures would open the breaker themselves.
    let further = 0;
    while (further < 5 && (await request(1)).reached === 1) further += 1;
    expect(further).toBeLessThan(5);
  });
});

describe('the circuit breaker of the catalogue', () => {
  beforeEach(async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    await request(5);
  });

  it('sends no request within 25 seconds of opening', async () => {
    forwardMs += 25_000;
    expect((await request(2)).reached).toBe(0);
  });

  it('sends one request every 30 seconds while the catalogue is unavailable', async () => {
    forwardMs += 30_000;
    expect(await request(3)).toEqual({ statuses: [503, 503, 503], reached: 1 });
    forwardMs += 30_000;
    expect((await request(3)).reached).toBe(1);
  });

  it('closes once the catalogue is available again, and opens after five more failures', async () => {
    forwardMs += 30_000;
    catalogue.setBehaviour(HERE);
    for (let time = 0; time < 3; time += 1) {
      const { status, headers } = await collection.request(KNOWN);
      expect([status, headers.get('X-Cache')]).toEqual([200, null]);
    }
    catalogue.setBehaviour(UNAVAILABLE);
    expect((await request(6)).reached).toBe(5);
  });

  it('sends only one of several concurrent requests after 30 seconds', async () => {
    forwardMs += 30_000;
    const othersAreServed = Promise.withResolvers<void>();
    catalogue.setBehaviour((response, url) => void othersAreServed.promise.then(() => HERE(response, url)));
    let served = 0;
    const requests = Array.from({ length: 8 }, async () => {
      const response = await collection.request(KNOWN);
      served += 1;
      if (served === 7) othersAreServed.resolve();
      return response;
    });
    const responses = await Promise.all(requests);
    const stale = responses.filter(({ headers }) => headers.get('X-Cache') === 'STALE');
    expect([responses.every(({ status }) => status === 200), stale.length]).toEqual([true, 7]);
    expect(catalogue.seen).toHaveLength(6);
  });
});

describe('the last good response of the catalogue', () => {
  it('is used for a day', async () => {
    catalogue.setBehaviour(UNAVAILABLE);
    forwardMs += DAY_MS - 60_000;
    expect((await collection.request(KNOWN)).headers.get('X-Cache')).toBe('STALE');
    forwardMs += 120_000;
    expect((await collection.request(KNOWN)).status).toBe(503);
  });
});
