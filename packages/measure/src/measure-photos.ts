import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { queryOnce } from '@kitroom/devstack/query-once';
import type { MeasuredService, MeasuredStack } from './measured-stack.ts';
import { cpuOf, memoryOf } from './process-usage.ts';

type Say = (line: string) => void;

const SAMPLE_MS = 100;
const DEADLINE_MS = 180_000;

/** Photos of one size, uploaded concurrently. */
interface Batch {
  photos: number;
  width: number;
  height: number;
}

const BATCHES: Batch[] = [
  { photos: 8, width: 4000, height: 3000 },
  { photos: 2, width: 8000, height: 8000 },
];

/** Measures concurrent uploads, and then the worker that creates renditions. */
export async function measurePhotos(
  stack: MeasuredStack,
  service: MeasuredService,
  { token, env }: { token: string; env: Record<string, string> & { DATABASE_URL: string } },
  say: Say,
): Promise<void> {
  for (const { photos, width, height } of BATCHES) {
    const picture = await photograph(width, height);
    const uploads = await watch(service.pid, () =>
      Promise.all(Array.from({ length: photos }, () => upload(service.url, token, picture))),
    );
    say(
      `${photos} photos of ${width} x ${height}, ${(picture.length / 2 ** 20).toFixed(1)} MiB each, uploaded at once: ` +
        `${Math.round(uploads.cpuMs / photos)} ms of CPU each, at most ${uploads.peakMiB.toFixed(0)} MiB`,
    );
    const worker = await stack.start('collection', 'worker', env);
    const versions = await watch(worker.pid, () => waitForVersions(env.DATABASE_URL));
    say(
      `their versions: ${Math.round(versions.cpuMs / photos)} ms of CPU each, at most ` +
        `${versions.peakMiB.toFixed(0)} MiB in worker and encoders`,
    );
    await delay(2000);
    say(`collection worker at rest: ${memoryOf(worker.pid).toFixed(0)} MiB`);
    await worker.stop();
  }
}

/** The CPU time of a process tree while `work` runs, and its peak memory. */
async function watch(pid: number, work: () => Promise<unknown>): Promise<{ cpuMs: number; peakMiB: number }> {
  const before = cpuOf(pid);
  let peakMiB = memoryOf(pid);
  const done = work().then(() => 'done');
  while ((await Promise.race([done, delay(SAMPLE_MS)])) !== 'done') {
    peakMiB = Math.max(peakMiB, memoryOf(pid));
  }
  return { cpuMs: cpuOf(pid) - before, peakMiB };
}

async function upload(url: string, token: string, picture: Buffer): Promise<void> {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(picture)]), 'photo.jpg');
  const answer = await fetch(`${url}/api/photos/`, {
    method: 'POST',
    headers: { Authorization: `Token ${token}` },
    body,
  });
  if (answer.status !== 201)
    throw new Error(`an upload is answered ${answer.status}: ${await answer.text()}`);
}

async function waitForVersions(databaseUrl: string): Promise<void> {
  for (const until = Date.now() + DEADLINE_MS; Date.now() < until; await delay(500)) {
    const [row] = await queryOnce<{ missing: number }>(
      databaseUrl,
      'select count(*)::integer as missing from photos where avif_key is null',
    );
    if (row?.missing === 0) return;
  }
  throw new Error('the versions are not made in three minutes');
}

/** An image as hard to encode as a real photo. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const noise = (w: number, h: number, sigma: number) =>
    sharp({
      create: {
        width: w,
        height: h,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const [shapes, grain] = [
    await noise(Math.ceil(width / 50), Math.ceil(height / 50), 60),
    await noise(width, height, 10),
  ];
  return sharp(shapes)
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: width > 5000 ? 60 : 90 })
    .toBuffer();
}
