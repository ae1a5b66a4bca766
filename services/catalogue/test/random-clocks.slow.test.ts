import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { createWrongClock, FAKETIME } from '@kitroom/testing/wrong-clock';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const PATIENCE_MS = 60_000;
const KITS = 150;

/** A replica in this process, whose clock is correct. */
let catalogue: TestCatalogue;
let folder: string;
let replicas: TestService[];

const title = 'GET /api/random-kits/ of replicas whose clocks differ';

describeWhere(FAKETIME, { title, missing: 'this machine has no libfaketime' }, () => {
  beforeEach(async () => {
    [catalogue, folder] = await Promise.all([
      startTestCatalogue(),
      mkdtemp(join(tmpdir(), 'kitroom-clock-')),
    ]);
    replicas = [];
  });

  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')));
    await Promise.all([catalogue.close(), rm(folder, { recursive: true })]);
  });

  it.each([-1900, 1900])(
    'keeps one order when a clock is off by %s seconds, also while kits are added and deleted',
    async (seconds) => {
      await loadKits(KITS, 'First');
      // Each process draws a new list at its first request.
      await catalogue.db.raw("update changes set at = at - interval '1 hour'");
      await catalogue.completeIndex();
      const clock = createWrongClock(join(folder, 'clock'));
      const env = { DATABASE_URL: catalogue.databaseUrl, WORKER: 'false', RATE_LIMIT_REQUESTS: '1000000' };
      const startReplica = async () =>
        replicas.push(await startTestService('catalogue', { ...env, ...clock.env }));

      clock.set(seconds);
      await startReplica();
      await expectSameOrder(KITS);
      await loadKits(3, 'Second');
      await catalogue.db.raw(
        "delete from kits where id = (select min(id) from kits where name like 'First%')",
      );
      await expectSameOrder(KITS - 1);

      clock.set(-seconds);
      await expectSameOrder(KITS - 1);
      await startReplica();
      await expectSameOrder(KITS - 1);
    },
    4 * PATIENCE_MS,
  );
});

async function loadKits(count: number, name: string): Promise<void> {
  const kits = Array.from({ length: count }, (_, index) => ({ club: 'Many FC', name: `${name} ${index}` }));
  await catalogue.load(kitLines(kits));
}

/**
 * Expects that all replicas show the same kits in the same order. They may differ until each has read the
 * latest changes, and when a half hour begins between two requests.
 */
async function expectSameOrder(count: number): Promise<void> {
  await eventually(async () => {
    const expected = await readIds(catalogue.url);
    expect(expected).toHaveLength(count);
    for (const { url } of replicas) expect(await readIds(url)).toEqual(expected);
  }, PATIENCE_MS);
}

async function readIds(url: string): Promise<number[]> {
  const pages = [1, 2].map(async (page) => {
    const response = await fetch(`${url}/api/random-kits/?page=${page}&page_size=100`);
    const { kits } = (await response.json()) as { kits: Array<{ id: number }> };
    return kits.map(({ id }) => id);
  });
  return (await Promise.all(pages)).flat();
}
