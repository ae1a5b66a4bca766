import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../load/figures.ts';
import { startGenerator } from '../load/generator.ts';
import type { MeasuredService, MeasuredStack } from '../measured-stack.ts';
import { residentOf, threadsCpuOf } from '../process-usage.ts';
import { catalogueEnv } from './fill-catalogue.ts';
import { listKinds } from './kinds.ts';
import { sampleKits } from './sample-kits.ts';

/** How the catalogue starts, and what memory it takes in MiB. */
export interface StartFigures {
  /** Milliseconds from the start of the process to the first list, and its CPU time until then. */
  firstList: number;
  cpu: number;
  /** Milliseconds until `health` no longer says that the index is being built. */
  index: number;
  serveAtRest: number;
  serveAfterLoad: number;
  /** The most while it was under load. */
  servePeak: number;
  workerAtRest: number;
}

const STARTS = 5;
const POLL_MS = 5;
const REST_MS = 2000;
const DEADLINE_MS = 120_000;
const LOAD = { connections: 32, seconds: 3, from: 0, status: 200 };
const LOADED_KINDS = /^(kit list|kit by id|bulk of 30|kit search: club name), cold/;

/** Starts the service several times, once more to load it, and a worker. */
export async function measureStart(stack: MeasuredStack, databaseUrl: string): Promise<StartFigures> {
  const env = catalogueEnv(databaseUrl);
  const starts: Array<Pick<StartFigures, 'firstList' | 'cpu' | 'index'>> = [];
  for (let at = 0; at < STARTS; at += 1) {
    const begun = performance.now();
    const service = await stack.start('catalogue', 'serve', env, { discardsLog: true, waits: false });
    starts.push(await watchStart(service, begun));
    await service.stop();
  }
  const worker = await stack.start('catalogue', 'worker', env);
  await delay(REST_MS);
  const workerAtRest = residentOf(worker.pid).now;
  await worker.stop();
  return {
    firstList: median(starts.map(({ firstList }) => firstList)),
    cpu: median(starts.map(({ cpu }) => cpu)),
    index: median(starts.map(({ index }) => index)),
    ...(await measureMemory(await stack.start('catalogue', 'serve', env, { discardsLog: true }))),
    workerAtRest,
  };
}

async function watchStart({ url, pid }: MeasuredService, begun: number) {
  await poll(async () => (await fetch(`${url}/api/kits`)).status === 200);
  const [firstList, cpu] = [performance.now() - begun, threadsCpuOf(pid)];
  await untilIndexed(url);
  return { firstList, cpu, index: performance.now() - begun };
}

/** Waits until a catalogue answers from its index. */
export function untilIndexed(url: string): Promise<void> {
  return poll(() => isIndexed(url));
}

/** A catalogue without an index has none to build. */
async function isIndexed(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/health`);
  const { index } = (await response.json()) as { index?: string };
  return response.status === 200 && index !== 'building';
}

async function measureMemory(service: MeasuredService) {
  const generator = startGenerator();
  try {
    await untilIndexed(service.url);
    await delay(REST_MS);
    const serveAtRest = residentOf(service.pid).now;
    const kinds = listKinds(await sampleKits(service.url), '').filter(({ title }) =>
      LOADED_KINDS.test(title),
    );
    for (const { questions } of kinds) {
      await generator.run({ ...LOAD, questions, isCold: true, port: service.port });
    }
    const { now, most } = residentOf(service.pid);
    return { serveAtRest, serveAfterLoad: now, servePeak: most };
  } finally {
    generator.stop();
    await service.stop();
  }
}

async function poll(isDone: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + DEADLINE_MS; Date.now() < until; await delay(POLL_MS)) {
    // It does not listen yet.
    if (await isDone().catch(() => false)) return;
  }
  throw new Error(`the catalogue is not ready after ${DEADLINE_MS / 1000} s`);
}
