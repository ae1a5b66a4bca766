import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { installFailingStatements, type FailingStatements } from '@kitroom/testing/failing-statements';
import { readCatalogueConfig } from '../src/config.ts';
import { closeContext, openContext, type Context } from '../src/context.ts';
import { scrapeCollection } from '../src/user-collections/scrape-collection.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const USER = STAND_IN_COLLECTORS.withManyKits;

let archive: StandInArchive;
let catalogue: TestCatalogue;
let context: Context;
let statements: FailingStatements;

beforeAll(async () => {
  archive = await startStandInArchive();
  catalogue = await startTestCatalogue({ env: { ARCHIVE_BASE_URL: archive.url } });
  context = openContext(
    readCatalogueConfig({
      DATABASE_URL: catalogue.databaseUrl,
      LOG_LEVEL: 'silent',
      ARCHIVE_BASE_URL: archive.url,
      ARCHIVE_MIN_INTERVAL_MS: '1',
      ARCHIVE_USER_AGENT: 'Kitroom test (operator@example.org)',
    }),
  );
  statements = await installFailingStatements({ url: catalogue.databaseUrl });
});

afterAll(async () => {
  await statements.close();
  await closeContext(context);
  await catalogue.close();
  await archive.stop();
});

async function begin(): Promise<void> {
  const path = `/api/user-collection/${USER}/scrape?force=true`;
  expect((await catalogue.request(path, { method: 'POST' })).status).toBe(202);
}

const run = () => scrapeCollection(context, USER, new AbortController().signal);

/** The entries of both kinds. */
async function read(): Promise<object[]> {
  const collected = await catalogue.request(`/api/user-collection/${USER}?page_size=100`);
  const custom = await catalogue.request(`/api/user-collection/${USER}/custom-entries?page_size=100`);
  expect([collected.status, custom.status]).toEqual([200, 200]);
  return [...collected.body.data.entries, ...custom.body.entries];
}

describe('a scrape with a failing SQL statement', () => {
  it.each<[how: string, chooseBehaviour: Parameters<StandInArchive['setBehaviour']>[0]]>([
    ['stores each entry once after its next run', undefined],
    [
      'keeps the previous collection if the archive rejects the new scrape',
      ({ kind, page }) => (kind === 'feed' && page > 1 ? { status: 403, body: 'Forbidden' } : undefined),
    ],
  ])('%s', async (_how, chooseBehaviour) => {
    await begin();
    await run();
    const complete = await read();
    archive.setBehaviour(chooseBehaviour);
    await begin();
    const attempt = () => run().catch(() => 'failed');
    const { outcome, failures } = await statements.failEach(attempt, async (_ended, statement) => {
      // A request to the archive that has failed keeps its turn for some seconds.
      await catalogue.db('archive_pace').update({ claim: null });
      await catalogue.db('archive_turns').delete();
      await run();
      expect({ statement, entries: await read() }).toEqual({ statement, entries: complete });
      expect(await catalogue.db('scrape_entries')).toEqual([]);
      await begin();
    });
    expect(outcome).toBe('done');
    expect(failures).toBeGreaterThan(5);
    archive.setBehaviour(undefined);
  });
});
