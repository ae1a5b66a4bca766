import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { listFiles } from '@kitroom/testing/list-files';
import { startLoad, takePicture } from './mixed-load.ts';
import { describeWithFleet, openFleet, type Collector, type Fleet, type Replica } from './open-fleet.ts';
import { listItemNames, listUnfinishedPhotos } from './stored-items.ts';
import { trickleIn, trickleOut, trickleUpload } from './trickle.ts';

const MINUTE = 60_000;
/** How long the load is measured, after half a minute in which code is compiled and caches are filled. */
const SECONDS = Number(process.env.SOAK_SECONDS ?? 105);
const WARM_UP_SECONDS = 30;
const SAMPLE_MS = 2000;
/** Garbage is collected before every fifth sample, as V8 decides otherwise when to do so. */
const SAMPLES_TO_GARBAGE = 5;
const COLLECTING = { NODE_OPTIONS: `--import ${new URL('collect-garbage.ts', import.meta.url).href}` };
const SLOW_CLIENTS = 8;
/** Two checks of upload progress, plus a margin. */
const STALLED_MS = 40_000;
/** Longer than any request other than an upload takes. */
const UPLOAD_SECONDS = 125;
/** Allowed ratio of the last third's minimum to the first third's, as caches continue to fill. */
const GROWTH = 1.15;
const SLACK_BYTES = 10 * 1024 * 1024;

/** Metrics of a process. */
interface Sample {
  heap: number;
  files: number;
  used: number;
  waiting: number;
}

describeWithFleet('mixed load with clients that send a byte per second', () => {
  let fleet: Fleet;
  let collector: Collector;

  beforeAll(async () => {
    fleet = await openFleet({ env: { catalogue: COLLECTING, collection: COLLECTING } });
    collector = await fleet.signUp();
  }, 2 * MINUTE);

  afterAll(() => fleet?.close(), MINUTE);

  it(
    'fails no request, ends slow clients, and leaks no memory, connection, file or job',
    async () => {
      const before = await Promise.all(fleet.all.map(takeSample));
      const slow = await startSlowClients();
      const load = await startLoad(fleet, [collector], { parallel: 8, pauseMs: 100 });
      await delay(WARM_UP_SECONDS * 1000);
      const samples = fleet.all.map((): Sample[] => []);
      for (
        const until = performance.now() + SECONDS * 1000;
        performance.now() < until;
        await delay(SAMPLE_MS)
      ) {
        if ((samples[0]?.length ?? 0) % SAMPLES_TO_GARBAGE === 0) {
          for (const replica of fleet.all) replica.process().signal('SIGUSR2');
        }
        const taken = await Promise.all(fleet.all.map(takeSample));
        for (const [index, sample] of taken.entries()) samples[index]?.push(sample);
      }
      const { failures, items, photos } = await load.stop();
      expect(failures).toEqual([]);
      expect(await listItemNames(collector)).toEqual(items.toSorted());

      for (const series of samples) {
        const third = Math.floor(series.length / 3);
        const low = (part: Sample[]) => Math.min(...part.map(({ heap }) => heap));
        expect(low(series.slice(-third))).toBeLessThan(low(series.slice(0, third)) * GROWTH + SLACK_BYTES);
      }
      await slow.expectEnds();
      await eventually(async () => expect(await listUnfinishedPhotos(collector, photos)).toEqual([]), MINUTE);
      await eventually(async () => expect(await listLeftovers(before)).toEqual([]), 2 * MINUTE);
    },
    8 * MINUTE,
  );

  /** Connects slow clients to the services, directly and through nginx. */
  async function startSlowClients() {
    const { nginx, replicas } = fleet;
    const collection = replicas.collection[0]?.port ?? 0;
    const catalogue = replicas.catalogue[0]?.port ?? 0;
    const slowClients = <T>(make: () => T) => Array.from({ length: SLOW_CLIENTS }, make);
    const body =
      'POST /api/auth-token/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';
    const head = 'GET /api/sizes/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
    const list = 'GET /api/kits?page_size=100 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const bodies = [
      ...slowClients(() => trickleIn(collection, body)),
      ...slowClients(() => trickleIn(nginx.port, body)),
    ];
    const heads = [
      ...slowClients(() => trickleIn(collection, head)),
      ...slowClients(() => trickleIn(nginx.port, head)),
    ];
    const readers = [
      ...slowClients(() => trickleOut(catalogue, list)),
      ...slowClients(() => trickleOut(nginx.port, list)),
    ];
    const { host } = new URL(nginx.urls.collection);
    const upload = { host, token: collector.token, picture: await takePicture(), seconds: UPLOAD_SECONDS };
    const uploads = [collection, nginx.port].map((port) => trickleUpload(port, upload));
    return {
      async expectEnds() {
        for (const { response, afterMs } of await Promise.all(bodies.map(({ ended }) => ended))) {
          expect(response).toMatch(/^HTTP\/1\.1 408 [^]*\{"detail":"The request timed out: at least 16 KiB /);
          expect(afterMs).toBeLessThan(STALLED_MS);
        }
        // nginx sends no response before it has received a complete head.
        for (const { afterMs } of await Promise.all(heads.map(({ ended }) => ended))) {
          expect(afterMs).toBeLessThan(MINUTE);
        }
        for (const { response } of await Promise.all(uploads.map(({ ended }) => ended)))
          expect(response).toMatch(/^HTTP\/1\.1 201 /);
        for (const reader of readers) reader.stop();
      },
    };
  }

  /** Lists files, rows and connections that are left over or incomplete after the load, one line each. */
  async function listLeftovers(before: readonly Sample[]): Promise<string[]> {
    const leftovers: string[] = [];
    for (const [index, replica] of fleet.all.entries()) {
      const { files, used, waiting } = await takeSample(replica);
      const [name, filesBefore] = [`${replica.service} at ${replica.port}`, before[index]?.files ?? 0];
      // Allows for connections that a pool or a client keeps open.
      if (files > filesBefore + 25) leftovers.push(`${name} has ${files} files open, before ${filesBefore}`);
      if (used + waiting > 0) leftovers.push(`${name} uses ${used} connections, ${waiting} wait`);
    }
    for (const service of ['catalogue', 'collection'] as const) {
      const url = fleet.postgres.url(service);
      const open = await queryOnce(
        url,
        `select 1 from pg_stat_activity where datname = $1 and state like 'idle in%'`,
        [service],
      );
      const jobs = await queryOnce(url, `select name from agenda_jobs where data ->> 'key' is not null`);
      leftovers.push(
        ...open.map(() => `an open transaction in ${service}`),
        ...jobs.map((job) => `a job ${JSON.stringify(job)}`),
      );
    }
    const [stored] = await queryOnce(
      fleet.postgres.url('collection'),
      'select count(image_key) + count(avif_key) + count(card_key) + count(thumbnail_key) as files from photos',
    );
    const files = listFiles(fleet.mediaRoot);
    if (files.length !== Number(stored?.['files']))
      leftovers.push(`${files.length} files of photos, named are ${stored?.['files']}`);
    leftovers.push(...files.filter((name) => /(^|\/)\./.test(name)).map((name) => `the file ${name}`));
    for (const folder of ['body', 'proxy']) {
      leftovers.push(
        ...listFiles(join(fleet.nginx.folder, 'cache', folder)).map((name) => `nginx keeps ${name}`),
      );
    }
    return leftovers;
  }
});

async function takeSample({ metricsPort }: Replica): Promise<Sample> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const read = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`there is no ${name} among the metrics`);
    return Number(value);
  };
  return {
    heap: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
    files: read('process_open_fds'),
    used: read('database_pool_used'),
    waiting: read('database_pool_waiting'),
  };
}
