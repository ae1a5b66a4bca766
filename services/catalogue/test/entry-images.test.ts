import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { eventually } from '@kitroom/testing/eventually';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const USER = 57;

let archive: StandInArchive;
let catalogue: TestCatalogue;
/** Incremented, so that no test requests a picture that another test has cached. */
let id = 0;

beforeAll(async () => {
  archive = await startStandInArchive();
  catalogue = await startTestCatalogue({
    env: { ARCHIVE_BASE_URL: archive.url, ARCHIVE_MIN_INTERVAL_MS: '1', TRUST_PROXY: '1' },
  });
  await catalogue.db.raw(
    "insert into user_collections (userid, pages_scraped, expires_at) values (?, 1, now() + interval '1 day')",
    [USER],
  );
});

beforeEach(async () => {
  id += 1;
  await store(Array.from({ length: 9 }, (_, at) => `${archive.url}/static/${id}/${at + 1}.png`));
});

afterEach(async () => {
  archive.setBehaviour(undefined);
  archive.clear();
  await catalogue.db('user_collection_entries').delete();
});

afterAll(async () => {
  await catalogue.close();
  await archive.stop();
});

/** Stores an entry with pictures. */
async function store(images: string[]): Promise<void> {
  const entry = JSON.stringify({ entry_id: id, images });
  await catalogue.db('user_collection_entries').delete();
  await catalogue.db('user_collection_entries').insert({ userid: USER, place: 1, entry });
}

const pathOf = (number: number) => `/api/user-collection/${USER}/images/${id}/${number}`;
const picture = (number: number, headers = {}) => catalogue.request(pathOf(number), { headers });
const from = (client: string) => ({ 'X-Forwarded-For': client });
const paths = () => archive.requests().map(({ path }) => path);

/** Lets the archive hold its responses until they are released. */
function holdPictures(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* held() {
    await promise;
    yield Buffer.from('picture');
  }
  archive.setBehaviour(() => ({ body: held() }));
  return resolve;
}

const statusesOf = async (requests: Array<Promise<{ status: number }>>) =>
  (await Promise.all(requests)).map(({ status }) => status);

describe('GET /api/user-collection/{userid}/images/{entry_id}/{number}', () => {
  it('returns the picture from the archive, and 304 for its ETag', async () => {
    const { status, headers } = await picture(1);
    expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'application/octet-stream',
      '70',
    ]);
    expect(paths()).toEqual([`/static/${id}/1.png`]);
    const known = { 'If-None-Match': headers.get('ETag') ?? '' };
    expect((await picture(1, known)).status).toBe(304);
  });

  it('returns 404 if the entry has no such picture or the archive rejects the request', async () => {
    expect((await picture(10)).status).toBe(404);
    expect((await catalogue.request(`/api/user-collection/${USER}/images/999/1`)).status).toBe(404);
    archive.setBehaviour(() => ({ status: 403 }));
    expect((await picture(1)).body).toEqual({ detail: 'The archive responded with status 403.' });
  });

  it('retries after the pause that the archive requests', async () => {
    archive.setBehaviour(({ count }) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined,
    );
    expect((await picture(1)).status).toBe(200);
    expect(paths()).toHaveLength(2);
  });

  it.each([
    ['http://127.0.0.1:9/x.png', "not on the archive's host"],
    ['https://elsewhere.example/x.png', "not on the archive's host"],
    ['http://metadata/x.png', "not on the archive's host"],
    ['file:///etc/passwd', "not on the archive's host"],
    ['//[', 'not a URL'],
    ['/static/kits/1.png', 'not a URL'],
    ['', 'not a URL'],
  ])('returns 404 without a request to %s', async (url, reason) => {
    await store([url]);
    const { status, body } = await picture(1);
    expect([status, body.detail]).toEqual([404, expect.stringContaining(reason)]);
  });

  it('sends one request to the archive for concurrent and later requests', async () => {
    const release = holdPictures();
    const requests = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((client) => picture(1, from(client)));
    await eventually(async () => expect(paths()).toHaveLength(1));
    release();
    expect(await statusesOf(requests)).toEqual([200, 200, 200]);
    expect((await picture(1, from('192.0.2.3'))).status).toBe(200);
    expect(paths()).toHaveLength(1);
  });

  it('returns the picture to waiting clients after the first client has disconnected', async () => {
    const release = holdPictures();
    const disconnected = new AbortController();
    const leaving = fetch(`${catalogue.url}${pathOf(1)}`, { signal: disconnected.signal }).catch(
      () => 'gone',
    );
    await eventually(async () => expect(paths()).toHaveLength(1));
    const otherRequests = Array.from({ length: 6 }, () => picture(1, from('192.0.2.2')));
    // The sixth is refused as soon as five of them wait.
    expect((await Promise.race(otherRequests)).status).toBe(503);
    disconnected.abort();
    expect(await leaving).toBe('gone');
    release();
    expect((await statusesOf(otherRequests)).filter((status) => status === 200)).toHaveLength(5);
    expect(paths()).toHaveLength(1);
  });

  it('requests a picture from the archive again after a failure', async () => {
    archive.setBehaviour(({ count }) => (count === 1 ? { status: 404 } : undefined));
    expect([(await picture(1)).status, (await picture(1)).status]).toEqual([404, 200]);
  });

  it('returns 503 with Retry-After to a client with five waiting requests, and serves other clients', async () => {
    const release = holdPictures();
    const six = [1, 2, 3, 4, 4, 4].map((number) => picture(number, from('192.0.2.1')));
    const refused = await Promise.race(six);
    expect([refused.status, refused.body]).toEqual([
      503,
      { detail: expect.stringContaining('At most 5 requests of one client wait') },
    ]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const seventh = picture(5, from('192.0.2.2'));
    await eventually(async () => expect(paths()).toHaveLength(5));
    release();
    const statuses = await statusesOf([...six, seventh]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect((await picture(6, from('192.0.2.1'))).status).toBe(200);
  });

  it('stops counting requests of disconnected clients, even if others wait for the same pictures', async () => {
    const release = holdPictures();
    const disconnected = new AbortController();
    const numbers = [1, 2, 3, 4, 5];
    const otherRequests = numbers.map((number) => picture(number, from('192.0.2.2')));
    await eventually(async () => expect(paths()).toHaveLength(5));
    const six = [...numbers, 5].map((number) =>
      fetch(`${catalogue.url}${pathOf(number)}`, { signal: disconnected.signal, headers: from('192.0.2.1') }),
    );
    // One is refused as soon as the five others wait.
    expect((await Promise.race(six)).status).toBe(503);
    disconnected.abort();
    await Promise.allSettled(six);
    const sixth = eventually(async () => expect((await picture(6, from('192.0.2.1'))).status).toBe(200));
    await eventually(async () => expect(paths()).toHaveLength(6));
    release();
    await sixth;
    expect(await statusesOf(otherRequests)).toEqual([200, 200, 200, 200, 200]);
  });

  it('requests a picture again after all waiting clients have disconnected', async () => {
    const release = holdPictures();
    const disconnected = new AbortController();
    const leaving = fetch(`${catalogue.url}${pathOf(1)}`, { signal: disconnected.signal }).catch(
      () => 'gone',
    );
    await eventually(async () => expect(paths()).toHaveLength(1));
    disconnected.abort();
    expect(await leaving).toBe('gone');
    release();
    expect((await picture(1)).status).toBe(200);
  });
});
