import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { responding, useStandInCatalogue } from './stand-in-catalogue.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { addCollector } from './test-users.ts';

const COLLECTOR = 57;
const REQUEST = { source: 'archive', archive_user_id: COLLECTOR };
const STATUS = `/api/user-collection/${COLLECTOR}/scrape`;

type Progress = { status: 'processing' | 'failed' | 'ready' | 'not_found'; task_id?: string; error?: string };

const database = useCollectionDatabase();
const catalogue = useStandInCatalogue();
let collection: TestCollection;
let token: string;
let importer: Importer;
/** The number of scrapes that imports have started. */
let starts: number;
/** The catalogue's report on the newest scrape. */
let newest: Progress;
let hasCollection: boolean;

beforeEach(async () => {
  starts = 0;
  hasCollection = false;
  newest = { status: 'not_found' };
  catalogue.setBehaviour(respond);
  collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url });
  token = (await addCollector(collection)).token;
  importer = createImporter(collection, token);
});

afterEach(() => collection.close());

function respond(response: ServerResponse, url: URL): void {
  const send = (body: object, status = 200) => responding(body, status)(response, url);
  if (response.req.method === 'POST' && url.pathname === STATUS) {
    starts += 1;
    newest = { status: 'processing', task_id: `own ${starts}` };
    send({ ...newest, message: 'It is being read.' }, 202);
  } else if (url.pathname === STATUS) send(toProgress(newest));
  else if (url.pathname.includes('/user-collection/') && hasCollection) {
    send(toPage(url.pathname.endsWith('/custom-entries')));
  } else if (url.pathname.includes('/user-collection/')) {
    send({ status: 'not_found', message: 'This collection has not been read.' }, 404);
  } else send({ clubs: [[]], brands: [[]], seasons: [[]], kits: [[]], club_seasons: [[]] });
}

function toProgress(progress: Progress) {
  const counts = { pages_scraped: 0, entries: 0, started_at: null, finished_at: null };
  return { ...counts, task_id: null, error: null, ...progress };
}

function toPage(isCustom: boolean) {
  const entry = {
    entry_id: 1,
    kit_id: 7,
    kit_name: 'Rovers 2023-24 Home Kit',
    kit_slug: 'rovers-2023-24-home-kit',
    team_name: 'Rovers',
    season_year: '2023-24',
    main_img_url: 'https://archive.example/7.jpg',
  };
  const entries = isCustom ? [] : [entry];
  const pagination = {
    current_page: 1,
    total_pages: 1,
    total_count: entries.length,
    has_next: false,
    has_previous: false,
    next_page: null,
    previous_page: null,
    page_size: 100,
  };
  if (isCustom) return { status: 'ready', entries, pagination };
  const data = { success: true, entries, total_entries: 1, pages_scraped: 1 };
  return { status: 'ready', data, pagination, cached_until: '2027-01-01T00:00:00.000Z' };
}

/** Starts an import, and waits until it is polling its scrape. */
async function startFollowing(): Promise<number> {
  const { status, body } = await importer.request('/api/imports/', 'POST', REQUEST);
  expect(status).toBe(202);
  await eventually(async () => {
    const [row] = await collection.db('imports').where({ id: body.id }).select('archive_task_id');
    expect(row).toEqual({ archive_task_id: 'own 1' });
  }, 30_000);
  return body.id;
}

/** Waits until an import has requested the scrape's status again. */
async function untilChecked(): Promise<void> {
  catalogue.seen.length = 0;
  await eventually(async () => {
    expect(catalogue.seen.map(({ path }) => path)).toContain(STATUS);
  }, 30_000);
}

const toError = (reason: string) => `The collection ${COLLECTOR} of the archive could not be read: ${reason}`;

describe('an import from the archive', () => {
  it("starts only one scrape, fails with the scrape's error, and allows the next import", async () => {
    const id = await startFollowing();
    newest = { status: 'failed', task_id: 'own 1', error: `Archive user ${COLLECTOR} not found` };
    expect(await importer.settled(id)).toMatchObject({
      status: 'failed',
      error: toError(`Archive user ${COLLECTOR} not found`),
    });
    expect(starts).toBe(1);
    const next = await importer.request('/api/imports/', 'POST', REQUEST);
    expect(next.status).toBe(202);
    expect((await importer.request(`/api/imports/${next.body.id}/`, 'DELETE')).status).toBe(204);
  });

  it('starts no second scrape after its worker has restarted', async () => {
    const id = await startFollowing();
    await collection.close();
    newest = { status: 'failed', task_id: 'own 1', error: 'The archive refuses to be read.' };
    collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url });
    importer = createImporter(collection, token);
    expect(await importer.settled(id)).toMatchObject({
      status: 'failed',
      error: toError('The archive refuses to be read.'),
    });
    expect(starts).toBe(1);
  });

  it('waits for a newer scrape of another client, and reads the collection of that scrape', async () => {
    const id = await startFollowing();
    newest = { status: 'processing', task_id: 'of another client' };
    await untilChecked();
    newest = { status: 'ready', task_id: 'of another client' };
    hasCollection = true;
    const review = await importer.settled(id);
    expect([review.status, countsOf(review), starts]).toEqual(['review', { new: 1 }, 1]);
  });

  it('reads the available collection even if a newer scrape has failed', async () => {
    const id = await startFollowing();
    newest = { status: 'failed', task_id: 'of another client', error: 'The archive did not respond.' };
    hasCollection = true;
    expect(await importer.settled(id)).toMatchObject({ status: 'review', error: null });
    expect(starts).toBe(1);
  });

  it('fails if the catalogue no longer knows its scrape', async () => {
    const id = await startFollowing();
    newest = { status: 'not_found' };
    expect(await importer.settled(id)).toMatchObject({
      status: 'failed',
      error: toError('The catalogue no longer has it. Start another import.'),
    });
    expect(starts).toBe(1);
  });
});
