import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../figures.ts';
import { startGenerator } from '../load/generator.ts';
import { poll, waitUntilReady, type MeasuredService, type MeasuredStack } from '../measured-stack.ts';
import { residentOf, threadsCpuOf } from '../process-usage.ts';
import { listCatalogueRequests, sampleKits } from './catalogue-requests.ts';
import { catalogueEnv } from './fill-catalogue.ts';

/** How the catalogue starts, and what memory it takes in MiB. */
export interface StartFigures {
  /** Milliseconds from the start of the process to the first list, and its CPU time until then. */
  firstList: number;
  cpu: number;
  /** Milliseconds until the index is complete. */
  index: number;
  serveAtRest: number;
  serveAfterLoad: number;
  /** The most while it was under load. */
  servePeak: number;
}

const STARTS = 5;
const REST_MS = 2000;
const LOAD = { connections: 32, seconds: 3, from: 0, status: 200 };
const LOADED_KINDS = /^(kit list|kit by id|bulk of 30|kit search: club name), cold/;

/** Starts the service several times, and once more to load it. */
export async function measureStart(stack: MeasuredStack, databaseUrl: string): Promise<StartFigures> {
  const env = catalogueEnv(databaseUrl);
  const starts: Array<Pick<StartFigures, 'firstList' | 'cpu' | 'index'>> = [];
  for (let at = 0; at < STARTS; at += 1) {
    const begun = performance.now();
    const service = await stack.start('catalogue', env);
    starts.push(await watchStart(service, begun));
    await service.stop();
  }
  return {
    firstList: median(starts.map(({ firstList }) => firstList)),
    cpu: median(starts.map(({ cpu }) => cpu)),
    index: median(starts.map(({ index }) => index)),
    ...(await measureMemory(await stack.start('catalogue', env))),
  };
}

async function watchStart(service: MeasuredService, begun: number) {
  await poll(service, async () => (await fetch(`${service.url}/api/kits`)).status === 200);
  const [firstList, cpu] = [performance.now() - begun, threadsCpuOf(service.pid)];
  await waitUntilReady(service);
  return { firstList, cpu, index: performance.now() - begun };
}

async function measureMemory(service: MeasuredService) {
  const generator = startGenerator();
  try {
    await waitUntilReady(service);
    await delay(REST_MS);
    const serveAtRest = residentOf(service.pid).now;
    const kinds = listCatalogueRequests(await sampleKits(service.url), '');
    for (const { requests } of kinds.filter(({ title }) => LOADED_KINDS.test(title))) {
      await generator.run({ ...LOAD, requests, isCold: true, port: service.port });
    }
    const { now, most } = residentOf(service.pid);
    return { serveAtRest, serveAfterLoad: now, servePeak: most };
  } finally {
    generator.stop();
    await service.stop();
  }
}

export function describeStart(start: StartFigures): string {
  return (
    `start: first list after ${start.firstList.toFixed(0)} ms (${start.cpu.toFixed(0)} ms of CPU), index complete ` +
    `after ${start.index.toFixed(0)} ms; memory at rest ${start.serveAtRest.toFixed(0)} MiB, after load ` +
    `${start.serveAfterLoad.toFixed(0)} MiB, at most ${start.servePeak.toFixed(0)} MiB`
  );
}
