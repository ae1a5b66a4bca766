import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DemoCollection } from '@kitroom/demo/collection/fill-demo-collection';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runStack } from '../../src/stack.ts';

const standIn = join(import.meta.dirname, 'catalogue.ts');
const runs: Run[] = [];

/** Fills a demo collection. */
export type Fill = DemoCollection['complete'];

/** A stack of stand-ins that was started. */
export interface Run {
  output: string[];
  problems: string[];
  catalogue: string;
  collection: string;
  archive: string;
  status: Promise<number>;
  untilReady(): Promise<string>;
  end(): Promise<number>;
}

/** Starts a stack whose services are stand-ins. */
export async function startStandIns(
  dataDir: string,
  { env = {}, fill = async () => {} }: { env?: Record<string, string>; fill?: Fill } = {},
): Promise<Run> {
  const [catalogue, collection, archive, postgres] = [
    await reserveTestPort(),
    await reserveTestPort(),
    await reserveTestPort(),
    await reserveTestPort(),
  ];
  const stop = new AbortController();
  const output: string[] = [];
  const problems: string[] = [];
  const status = runStack({
    root: dataDir,
    dataDir,
    env: {
      PATH: process.env.PATH,
      CATALOGUE_PORT: String(catalogue),
      COLLECTION_PORT: String(collection),
      ARCHIVE_PORT: String(archive),
      POSTGRES_PORT: String(postgres),
      ...env,
    },
    mains: { catalogue: standIn, collection: standIn },
    demoCatalogue: () => ['one', 'two'],
    demoCollection: { owners: [userOf('demo'), userOf('neighbour')], complete: fill },
    say: (text) => output.push(text),
    warn: (text) => problems.push(text),
    stop: stop.signal,
    hurry: new AbortController().signal,
  });
  const run: Run = {
    output,
    problems,
    catalogue: `http://localhost:${catalogue}`,
    collection: `http://localhost:${collection}`,
    archive: `http://localhost:${archive}`,
    status,
    untilReady: () => untilPrinted(output, 'Kitroom is running', status),
    end: () => {
      stop.abort();
      return status;
    },
  };
  runs.push(run);
  return run;
}

/** Ends all stacks that were started. */
export async function endRuns(): Promise<void> {
  for (const run of runs.splice(0)) await run.end();
}

function userOf(username: string) {
  return { username, email: `${username}@example.org`, name: `Name of ${username}` };
}

async function untilPrinted(output: string[], text: string, status: Promise<number>): Promise<string> {
  const ended = new AbortController();
  void status.finally(() => ended.abort());
  for (const until = Date.now() + 20_000; Date.now() < until && !ended.signal.aborted; await delay(10)) {
    const line = output.find((candidate) => candidate.includes(text));
    if (line !== undefined) return line;
  }
  throw new Error(`“${text}” was not printed; the output is:\n${output.join('\n')}`);
}

/** What a stand-in reports of itself and its environment. */
export interface Health {
  status: string;
  pid: number;
  secret: string;
  archive: string;
  media: string;
  mail: string;
  key?: string;
  throttle?: string;
  redis?: string;
  worker?: string;
  mfa?: string;
}

/** Fetches a stand-in's health. */
export async function health(address: string): Promise<Health> {
  return (await (await fetch(`${address}/api/health`)).json()) as Health;
}
