import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import sharp from 'sharp';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { listFiles } from '@kitroom/testing/list-files';
import { createWrongClock, FAKETIME } from '@kitroom/testing/wrong-clock';
import { startLoad, type LoadReport } from './mixed-load.ts';
import { openFleet, type Collector, type Fleet } from './open-fleet.ts';
import { listItemNames, listUnfinishedPhotos } from './stored-items.ts';

const MINUTE = 60_000;
const MIB = 1024 * 1024;
/** Room for a few photos in addition to the free space that the service requires. */
const DISK_BYTES = 96 * MIB;
const AWAY = { detail: 'The service is temporarily unavailable. Please try again later.' };
/** Twice the interval at which a process checks its clock. */
const CLOCK_MS = 30_000;
const run = promisify(execFile);

const IS_ROOT = process.getuid?.() === 0;
const title = 'exhausted resources and clock changes';

describeWhere(IS_ROOT, { title, missing: 'only root may mount a disk' }, () => {
  let fleet: Fleet;
  let collector: Collector;
  let folder: string;
  let disk: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-scarcity-'));
    disk = join(folder, 'disk');
    mkdirSync(disk);
    // A separate disk. Mounting requires root, as in a CI container.
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]);
    fleet = await openFleet({
      env: {
        catalogue: { DATABASE_POOL_MAX: '5' },
        collection: { DATABASE_POOL_MAX: '5', MEDIA_ROOT: join(disk, 'media') },
      },
    });
    collector = await fleet.signUp();
  }, 2 * MINUTE);

  afterEach(() => rmSync(join(disk, 'filler'), { force: true }));

  afterAll(async () => {
    await fleet?.close();
    await run('umount', ['-l', disk]);
    rmSync(folder, { recursive: true });
  }, MINUTE);

  describe('a full media disk', () => {
    it(
      'makes uploads return 503 without leftovers, and other requests succeed',
      async () => {
        const { client } = collector;
        const target = await client.items.create({ item_type: 'pants', is_draft: true });
        const first = await client.photos.upload({ image: await takePhoto() });
        await eventually(
          async () => expect(await listUnfinishedPhotos(collector, [first.id])).toEqual([]),
          MINUTE,
        );
        // The picture and its three renditions remain, and no temporary files.
        await eventually(async () => expect(listFiles(disk)).toHaveLength(4));
        const files = listFiles(disk);

        await fillDisk();
        const refused = await upload(await takePhoto());
        expect([
          refused.status,
          Number(refused.headers.get('Retry-After')) > 0,
          await refused.json(),
        ]).toEqual([503, true, AWAY]);
        expect(listFiles(disk)).toEqual([...files, 'filler'].toSorted());
        expect((await client.photos.list()).count).toBe(1);
        await eventually(async () => {
          const entries = fleet.replicas.collection.flatMap((replica) => replica.process().logs());
          expect(entries.filter(({ level }) => level === 'error')).toContainEqual(
            expect.objectContaining({ err: expect.objectContaining({ code: 'ENOSPC' }) }),
          );
        });
        // A health report is cached for two seconds.
        await eventually(async () =>
          expect(await client.health()).toMatchObject({ status: 'healthy', storage: 'disconnected' }),
        );
        expect((await fetch(first.image)).status).toBe(200);
        await client.items.patch({ id: target.id }, { description: 'It does not need the disk' });

        rmSync(join(disk, 'filler'));
        const second = await client.photos.upload({ image: await takePhoto() });
        await eventually(
          async () => expect(await listUnfinishedPhotos(collector, [second.id])).toEqual([]),
          MINUTE,
        );
        await eventually(async () =>
          expect(await client.health()).toMatchObject({ status: 'healthy', storage: 'connected' }),
        );
      },
      3 * MINUTE,
    );

    it(
      'delays the renditions of a photo until space is free',
      async () => {
        for (const replica of fleet.replicas.collection) await replica.restart({ WORKER: 'false' });
        const { id } = await collector.client.photos.upload({ image: await takePhoto() });
        await fillDisk();
        for (const replica of fleet.replicas.collection) await replica.restart();
        await eventually(async () => {
          const lines = fleet.replicas.collection.flatMap((replica) => replica.process().lines());
          expect(
            lines.filter((line) => line.includes('storage failed while processing a photo')),
          ).not.toEqual([]);
        }, MINUTE);
        expect(await listUnfinishedPhotos(collector, [id])).toEqual([id]);
        rmSync(join(disk, 'filler'));
        await eventually(
          async () => expect(await listUnfinishedPhotos(collector, [id])).toEqual([]),
          2 * MINUTE,
        );
      },
      4 * MINUTE,
    );
  });

  describe('a locked table', () => {
    it(
      'fills the connection pool, requests return 503, and recover after the lock',
      async () => {
        const holder = new pg.Client({ connectionString: fleet.postgres.url('collection') });
        await holder.connect();
        try {
          await holder.query('begin; lock table items in access exclusive mode');
          const started = performance.now();
          const requests = Array.from({ length: 60 }, () => requestItems());
          const statuses = (await Promise.all(requests)).map(({ status }) => status);
          expect(new Set(statuses)).toEqual(new Set([503]));
          // At each of the two replicas, a read waits at most 10 s for other reads of its user, and 10 s for
          // its statement.
          expect(performance.now() - started).toBeLessThan(45_000);
        } finally {
          await holder.end();
        }
        await eventually(async () => expect((await requestItems()).status).toBe(200));
        for (const { port } of fleet.replicas.collection) {
          expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
        }
      },
      2 * MINUTE,
    );
  });

  describeWhere(
    FAKETIME,
    { title: 'a clock change of two hours', missing: 'this machine has no libfaketime' },
    () => {
      it(
        'fails no request, loses no job, and is logged and measured',
        async () => {
          const clock = createWrongClock(join(folder, 'clock'));
          const shifted = [fleet.replicas.catalogue[1], fleet.replicas.collection[1]];
          for (const replica of shifted) await replica?.restart(clock.env);
          const owner = await fleet.signUp();
          const load = await startLoad(fleet, [owner], { parallel: 4, pauseMs: 150 });
          const scrape = `${fleet.nginx.urls.catalogue}/api/user-collection/${STAND_IN_COLLECTORS.withManyKits}/scrape`;
          await fetch(scrape, { method: 'POST' });
          clock.set(7200);
          await untilRequests(load.report(), 60);
          await untilClocksTell(7200);
          clock.set(0);
          await untilClocksTell(0);
          clock.set(-7200);
          await untilRequests(load.report(), 60);
          clock.set(0);

          async function untilClocksTell(seconds: number): Promise<void> {
            await eventually(async () => {
              for (const replica of shifted) {
                expect(clockComplaints(replica).at(-1)).toBe(seconds);
                const metrics = await fetch(`http://127.0.0.1:${replica?.metricsPort}/metrics`);
                const [, skew] = /^clock_skew_seconds (.*)$/m.exec(await metrics.text()) ?? [];
                expect(Number(skew)).toBeCloseTo(seconds, 0);
              }
            }, CLOCK_MS + MINUTE);
          }

          const { failures, items, photos } = await load.stop();
          expect(failures).toEqual([]);
          expect(await listItemNames(owner)).toEqual(items.toSorted());
          await eventually(
            async () => expect(await listUnfinishedPhotos(owner, photos)).toEqual([]),
            2 * MINUTE,
          );
          await eventually(async () => {
            expect(await (await fetch(scrape)).json()).toMatchObject({ status: 'ready', error: null });
          }, MINUTE);
        },
        6 * MINUTE,
      );
    },
  );

  /** Returns the clock offset in seconds of each warning in the log. */
  function clockComplaints(replica: Fleet['all'][number] | undefined): number[] {
    const entries = replica?.process().logs() ?? [];
    return entries.flatMap(({ msg, seconds }) =>
      String(msg).includes('the clock of this machine') ? [Number(seconds)] : [],
    );
  }

  /** Fills the disk to the last byte; dd then fails. */
  async function fillDisk(): Promise<void> {
    const filling = run('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4K']);
    await expect(filling).rejects.toThrow('No space left');
  }

  function requestItems(): Promise<Response> {
    const headers = { authorization: `Token ${collector.token}` };
    return fetch(`${fleet.nginx.urls.collection}/api/items/`, { headers });
  }

  function upload(photo: Blob): Promise<Response> {
    const form = new FormData();
    form.set('image', photo, 'shirt.jpg');
    const headers = { authorization: `Token ${collector.token}` };
    return fetch(`${fleet.nginx.urls.collection}/api/photos/`, { method: 'POST', headers, body: form });
  }
});

function untilRequests(report: LoadReport, more: number): Promise<void> {
  const { requests } = report;
  return eventually(async () => expect(report.requests).toBeGreaterThan(requests + more), MINUTE);
}

/** Creates a photo of noise, so that the file is large. */
async function takePhoto(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: 'black', noise } });
  return new Blob([new Uint8Array(await picture.jpeg({ quality: 95 }).toBuffer())]);
}
