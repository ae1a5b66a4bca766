import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DemoServices } from '@kitroom/demo/collection/fill-demo-collection';
import { describeProcess, isRunning } from '../src/process-lock.mjs';
import { endRuns, health, startStandIns, type Fill, type Health } from './stand-ins/start-stand-ins.ts';

let dataDir: string;
/** The services that the demo collection was filled through. */
let filled: Array<DemoServices & { health: Health }>;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-stack-'));
  chmodSync(dataDir, 0o755);
  filled = [];
});

afterEach(async () => {
  await endRuns();
  rmSync(dataDir, { recursive: true, force: true });
});

const note: Fill = async (services) => {
  filled.push({ ...services, health: await health(services.collection) });
};

function start(env: Record<string, string> = {}, fill = note) {
  return startStandIns(dataDir, { env, fill });
}

// Each starts a whole stack, some of them three times.
const TIMEOUT_MS = 120_000;

describe('npm start with the demo collection', () => {
  it(
    'fills the demo collection once, through an unthrottled service that is then stopped',
    async () => {
      const run = await start({ REDIS_URL: 'redis://127.0.0.1:9' });
      await run.untilReady();
      const [filling, ...others] = filled;
      expect(others).toEqual([]);
      expect(filling).toMatchObject({ catalogue: run.catalogue, collection: run.collection });
      expect(Object.fromEntries(filling?.tokens ?? [])).toEqual({
        demo: 'token-of-demo',
        neighbour: 'token-of-neighbour',
      });
      expect(filling?.health).toMatchObject({ throttle: '1000000/60', redis: '', worker: 'false' });
      const { pid, throttle, redis, worker, key } = await health(run.collection);
      expect([throttle, redis, worker]).toEqual(['3000/3600', 'redis://127.0.0.1:9', undefined]);
      expect(key).toBe(filling?.catalogueKey);
      expect(pid).not.toBe(filling?.health.pid);
      expect(isRunning(describeProcess(filling?.health.pid ?? 0))).toBe(false);
      await run.end();
      await (await start()).untilReady();
      expect(filled).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'completes an interrupted demo collection at the next start, and reports a failure in one line',
    async () => {
      const stopped = await start({}, async (_services, signal) => {
        void stopped.end();
        await delay(60_000, undefined, { signal });
      });
      expect(await stopped.status).toBe(0);
      expect(stopped.problems.filter((text) => text.includes('demo collection'))).toEqual([]);

      const failing = await start({}, async () => Promise.reject(new Error('no paint\nat all')));
      await failing.untilReady();
      expect(failing.problems.filter((text) => text.includes('demo collection'))).toEqual([
        'The demo collection is incomplete (no paint); the next npm start continues.',
      ]);
      await failing.end();

      await (await start()).untilReady();
      expect(filled).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it(
    'gives the collection service an unlimited catalogue API key, and replaces a lost or invalid key',
    async () => {
      const file = join(dataDir, 'catalogue-key');
      const keys: Array<string | undefined> = [];
      const startAgain = async (env: Record<string, string> = {}) => {
        const run = await start(env);
        await run.untilReady();
        keys.push((await health(run.collection)).key);
        expect((await health(run.catalogue)).key).toBe(env.CATALOGUE_API_KEY);
        await run.end();
      };
      await startAgain({ CATALOGUE_API_KEY: 'chosen' });
      expect(existsSync(file)).toBe(false);
      await startAgain();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      await startAgain();
      rmSync(file);
      await startAgain();
      writeFileSync(file, 'a key that nobody knows\n');
      await startAgain();
      const [chosen, first, kept, afterLoss, afterDamage] = keys;
      expect(chosen).toBe('chosen');
      for (const key of [first, afterLoss, afterDamage]) {
        expect(key).toMatch(/^key-[0-9a-f]{16} --name collection --rate-limit none$/);
      }
      expect(kept).toBe(first);
      expect(new Set([first, afterLoss, afterDamage]).size).toBe(3);
    },
    TIMEOUT_MS,
  );
});
