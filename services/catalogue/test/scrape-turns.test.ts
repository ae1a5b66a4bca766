import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { createCatalogueDatabase } from './test-catalogue.ts';

const PAGES = 6;
const ALONE = 3001;

let archive: StandInArchive;
let database: TestDatabase;
let replicas: [TestService, TestService];

beforeAll(async () => {
  [archive, database] = await Promise.all([startStandInArchive(), createCatalogueDatabase()]);
  const env = {
    DATABASE_URL: database.url,
    ARCHIVE_BASE_URL: archive.url,
    ARCHIVE_MIN_INTERVAL_MS: '150',
    TRUST_PROXY: '1',
  };
  replicas = await Promise.all([startTestService('catalogue', env), startTestService('catalogue', env)]);
}, 60_000);

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
  await archive.stop();
  await database.drop();
});

function post(replica: TestService, userid: number, address: string): Promise<Response> {
  return fetch(`${replica.url}/api/user-collection/${userid}/scrape`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': address },
  });
}

describe('a client', () => {
  it('is served by the archive in turn, however many scrapes another client starts', async () => {
    archive.setBehaviour(({ kind, userid = 0, page }) => {
      if (kind !== 'feed') return undefined;
      const entries = [{ kit: { id: userid * 100 + page } }];
      return { body: JSON.stringify({ success: true, entries, more_available: page < PAGES }) };
    });
    const [first, second] = replicas;
    const crowd = Array.from({ length: 30 }, (_, index) => 2001 + index);
    const responses = await Promise.all(
      crowd.map((userid) => post(userid % 2 === 0 ? first : second, userid, '192.0.2.1')),
    );
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(25);
    await eventually(async () => expect(archive.requests()).not.toEqual([]));

    expect((await post(second, ALONE, '192.0.2.2')).status).toBe(202);
    await eventually(async () => {
      const progress = await fetch(`${first.url}/api/user-collection/${ALONE}/scrape`);
      expect(await progress.json()).toMatchObject({ status: 'ready', pages_scraped: PAGES });
    }, 60_000);
    const requested = archive.requests().map(({ path }) => (path.endsWith(`=${ALONE}`) ? 'alone' : 'crowd'));
    const shared = requested.slice(requested.indexOf('alone'), requested.lastIndexOf('alone') + 1);
    expect(shared.filter((requester) => requester === 'alone')).toHaveLength(PAGES + 1);
    // One each; a turn may be missed while a page is being stored.
    expect(shared.filter((requester) => requester === 'crowd').length).toBeLessThanOrEqual(PAGES + 4);
  }, 90_000);
});
