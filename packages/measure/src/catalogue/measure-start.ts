import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../figures.ts';
import { startGenerator } from '../load/generator.ts';
import type { MeasuredStack } from '../measured-stack.ts';
import { residentOf, threadsCpuOf } from '../process-usage.ts';
import { listCatalogueRequests, sampleKits } from './catalogue-requests.ts';
import { catalogueEnv } from './fill-catalogue.ts';

const STARTS = 5;
const REST_MS = 2000;
const LOAD = { connections: 32, seconds: 3, from: 0, status: 200 };
const LOADED_KINDS = /^(kit list|kit by id|bulk of 30|kit search: club name), cold/;

/**
 * Starts the catalogue several times, and once more to load it; returns a line with the times and memory it
 * took.
 */
export async function measureStart(stack: MeasuredStack, databaseUrl: string): Promise<string> {
  const env = catalogueEnv(databaseUrl);
  const starts: Array<Awaited<ReturnType<typeof watchStart>>> = [];
  for (let at = 0; at < STARTS; at += 1) starts.push(await watchStart(stack, env));
  const middle = (of: (start: (typeof starts)[number]) => number) => median(starts.map(of)).toFixed(0);
  const { atRest, afterLoad, peak } = await measureMemory(stack, env);
  return (
    `start: first list after ${middle(({ firstList }) => firstList)} ms (${middle(({ cpu }) => cpu)} ms of CPU), ` +
    `index complete after ${middle(({ index }) => index)} ms; memory at rest ${atRest.toFixed(0)} MiB, ` +
    `after load ${afterLoad.toFixed(0)} MiB, at most ${peak.toFixed(0)} MiB`
  );
}

/**
 * Milliseconds from the start of the process to the first list, its CPU time until then, and to the whole
 * index.
 */
async function watchStart(stack: MeasuredStack, env: Record<string, string>) {
  const begun = performance.now();
  const service = await stack.start('catalogue', env);
  await service.waitFor('/api/kits');
  const [firstList, cpu] = [performance.now() - begun, threadsCpuOf(service.pid)];
  await service.waitFor();
  const index = performance.now() - begun;
  await service.stop();
  return { firstList, cpu, index };
}

/** Resident memory in MiB, the peak being that under load. */
async function measureMemory(stack: MeasuredStack, env: Record<string, string>) {
  const service = await stack.start('catalogue', env);
  const generator = startGenerator();
  try {
    await service.waitFor();
    await delay(REST_MS);
    const atRest = residentOf(service.pid).now;
    const kinds = listCatalogueRequests(await sampleKits(service.url));
    for (const { requests } of kinds.filter(({ title }) => LOADED_KINDS.test(title))) {
      await generator.run({ ...LOAD, requests, isCold: true, port: service.port });
    }
    const { now, most } = residentOf(service.pid);
    return { atRest, afterLoad: now, peak: most };
  } finally {
    generator.stop();
    await service.stop();
  }
}
