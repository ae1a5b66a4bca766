import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { query } from '@kitroom/server/database/database';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { removeOldChanges } from '../src/changes/change-queries.ts';
import { startBulkProxy, useBulkFolder } from './bulk-folder.ts';
import { kitLines } from './fixture-catalogue.ts';
import { writeRandomly } from './random-writes.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const KITS = 1000;
const KILLS = 20;

const folder = useBulkFolder();
let source: TestCatalogue;
let database: TestDatabase;

beforeAll(async () => {
  source = await startTestCatalogue({ env: { BULK_DATA_ROOT: folder.path } });
  await source.load(lines('first'));
  await folder.make(source);
  database = await createCatalogueDatabase();
});

afterAll(async () => {
  await source.close();
  await database.drop();
});

/** Kits of 50 clubs; each name changes all of them. */
function lines(name: string): object[] {
  return kitLines(
    Array.from({ length: KITS }, (_, at) => ({
      club: `Club ${at % 50}`,
      slug: `kit-${at}`,
      name: `${name} ${at}`,
    })),
  );
}

/** Removes all changes but the last ones, after a new snapshot. */
async function forgetChanges(): Promise<void> {
  await folder.age(3600);
  await folder.make(source);
  await query(
    source.db,
    `update changes set at = at - interval '91 days'
     where last_sequence < (select max(last_sequence) from changes)`,
  );
  await removeOldChanges(source.db);
}

/** How long a mirror takes to copy everything, in milliseconds, on this machine now. */
async function measureCopy(): Promise<number> {
  const target = await createCatalogueDatabase();
  const mirror = await startMirror(target.url);
  const startedAt = performance.now();
  await mirror.waitForLine((line) => line.includes('applied changes'), 60_000);
  const ms = performance.now() - startedAt;
  await mirror.kill('SIGKILL');
  await target.drop();
  return ms;
}

/** Starts a mirror of the source, and waits until it is about to follow. */
async function startMirror(url: string, from = source.url): Promise<TestService> {
  const env = { DATABASE_URL: url, LOG_LEVEL: 'info', BULK_DATA_ROOT: folder.path };
  const mirror = await startTestService('catalogue', env, { command: ['mirror', from], waits: false });
  await mirror.waitForLine((line) => line.includes('following'));
  return mirror;
}

async function exported(url: string): Promise<string> {
  return (await runServiceCommand('catalogue', ['export'], { env: { DATABASE_URL: url } })).stdout;
}

describe('catalogue mirror', () => {
  it(`equals its source after ${KILLS} kills at random moments, while the source is written to`, async () => {
    const random = createRandom('kills');
    const wholeMs = await measureCopy();
    const env = { DATABASE_URL: database.url, BULK_DATA_ROOT: folder.path };
    const phases = { started: 0, copied: 0, applied: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [isAtStart, isFollowing] = [kill % 4 === 1, kill % 4 === 3];
      if (isFollowing) await source.load(lines(`before ${kill}`).slice(-1));
      const mirror = await startMirror(database.url);
      if (isFollowing) await mirror.waitForLine((line) => line.includes('applied changes'), 60_000);
      else if (!isAtStart) {
        await Promise.all([sleep(random() * 1.5 * wholeMs), writeRandomly(source.db, random, 2)]);
      }
      await mirror.kill('SIGKILL');
      const logged = mirror.lines().join('\n');
      phases.started += 1;
      phases.copied += Number(logged.includes('copying the source'));
      phases.applied += Number(logged.includes('applied changes'));
      if (kill % 8 === 5) await source.load(lines(`after ${kill}`));
      if (kill % 8 === 7) await forgetChanges();
    }
    process.stderr.write(`Killed ${JSON.stringify(phases)}\n`);
    // Some kills must interrupt an incomplete copy, and some a mirror that follows changes.
    expect(phases.applied).toBeGreaterThan(0);
    expect(phases.applied).toBeLessThan(KILLS);
    const { status, stderr } = await runServiceCommand('catalogue', ['mirror', source.url, '--once'], {
      env,
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(await exported(database.url)).toBe(await exported(source.databaseUrl));
  }, 180_000);

  it('resumes a snapshot download that SIGKILL interrupted', async () => {
    const proxy = await startBulkProxy(source.url);
    const target = await createCatalogueDatabase();
    proxy.stalls = true;
    const mirror = await startMirror(target.url, proxy.url);
    await proxy.arrived(folder.path);
    await mirror.kill('SIGKILL');
    const env = { DATABASE_URL: target.url, BULK_DATA_ROOT: folder.path };
    const { status } = await runServiceCommand('catalogue', ['mirror', proxy.url, '--once'], { env });
    expect(status).toBe(0);
    expect(proxy.downloads[1]?.range).toBe(`bytes=${proxy.downloads[0]?.bytes}-`);
    expect(await exported(target.url)).toBe(await exported(source.databaseUrl));
    await proxy.close();
    await target.drop();
  }, 60_000);

  it('waits while the source is unavailable, and logs a warning', async () => {
    const unavailable = `http://127.0.0.1:${await reserveTestPort()}`;
    const empty = await createCatalogueDatabase();
    const mirror = await startMirror(empty.url, unavailable);
    const line = await mirror.waitForLine((logged) => logged.includes('cannot be followed'));
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      msg: `${unavailable} cannot be followed; waiting`,
      seconds: 60,
      err: { message: expect.stringContaining('ECONNREFUSED') },
    });
    expect(await mirror.kill('SIGTERM')).toMatchObject({ status: 0 });
    await empty.drop();
  });

  it('exits with 0 on SIGTERM', async () => {
    const mirror = await startMirror(database.url);
    expect(await mirror.kill('SIGTERM')).toMatchObject({ status: 0 });
  });
});
