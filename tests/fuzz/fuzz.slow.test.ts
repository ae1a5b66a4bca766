import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validDraft } from './drafts.ts';
import { openFuzzedServices, type FuzzedServices } from './fuzzed-services.ts';
import { createFuzzer, type Fuzzer } from './fuzzer.ts';
import { draftsAtLimits } from './limits.ts';
import { actOf } from './requests.ts';
import { liveStory } from './story.ts';
import { printCounts, type Tally } from './tally.ts';

const MINUTE = 60_000;
/** FUZZ_SEED repeats a run, as far as chance is its own and not that of time. */
const SEED = Number(process.env['FUZZ_SEED'] || Math.floor(Math.random() * 2 ** 31));
const LANES = 12;
/** How many valid requests an operation gets that has not succeeded by chance. */
const VALID_MAX = 200;
const MEMORY_GROWTH_MAX = 500 * 1024 * 1024;

/** What no request made from the documents alone can bring to a good end. */
const NEVER_GOOD = [
  // Only in debug mode.
  'collection getDocs',
  // It needs a scraped entry that has pictures.
  'catalogue getEntryImage',
  // They need a provider of sign-ins that vouches for somebody.
  'collection finishLogin',
  'collection finishSocialLogin',
  'collection unlinkSocialProvider',
];

/** FUZZ_REQUESTS=1000 is a short run, FUZZ_REQUESTS=50000 a thorough one. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] || 4000);

let services: FuzzedServices;

beforeAll(async () => {
  services = await openFuzzedServices();
}, 3 * MINUTE);

afterAll(() => services?.close(), MINUTE);

it(
  `the services respond to ${REQUESTS} random and mutated requests as documented, by FUZZ_SEED=${SEED}`,
  async () => {
    const fuzzer = createFuzzer(services);
    const before = await services.readMemory();
    const start = performance.now();
    await Promise.all(Array.from({ length: LANES }, (_each, index) => runLane(fuzzer, index)));
    await askForGoodEnds(fuzzer);
    const seconds = (performance.now() - start) / 1000;
    const after = await services.readMemory();
    report(fuzzer.tally, { seconds, before, after });

    expect(printFindings(fuzzer.tally)).toBe('');
    expect(fuzzer.tally.total()).toBeGreaterThanOrEqual(REQUESTS);
    expect(listNeverGood(fuzzer)).toEqual([]);
    for (const service of [services.catalogue, services.collection]) {
      await expectHealthy(service.url);
    }
    expect(await services.countForgottenTransactions()).toBe(0);
    expect(after.catalogue - before.catalogue).toBeLessThan(MEMORY_GROWTH_MAX);
    expect(after.collection - before.collection).toBeLessThan(MEMORY_GROWTH_MAX);
  },
  20 * MINUTE,
);

/** fast-check makes the requests; what is wrong with an answer is collected, so that one run finds it all. */
async function runLane(fuzzer: Fuzzer, index: number): Promise<void> {
  const lane = fuzzer.openLane();
  const property = fc.asyncProperty(actOf(fuzzer.operations), async (act) => {
    if (fuzzer.hasEnough()) return;
    if ('story' in act) await liveStory(act.story, { lane, fuzzer, services });
    else await lane.perform(act.draft);
  });
  try {
    // One that nothing comes between: it reaches the ends that chance alone may miss.
    await liveStory(
      { name: `calm-${index}`, password: 'lamp by the window 7', between: [] },
      { lane, fuzzer, services },
    );
    for (const operation of fuzzer.operations.filter((_each, at) => at % LANES === index)) {
      for (const draft of draftsAtLimits(operation, SEED)) await lane.perform(draft);
    }
    await fc.assert(property, {
      seed: SEED + index,
      numRuns: Math.ceil(REQUESTS / LANES),
      endOnFailure: true,
    });
  } finally {
    lane.close();
  }
}

/** Sends valid requests to the operations that have not succeeded yet. */
async function askForGoodEnds(fuzzer: Fuzzer): Promise<void> {
  const lane = fuzzer.openLane();
  try {
    for (const operation of fuzzer.operations) {
      const drafts = fc.sample(validDraft(operation), { seed: SEED, numRuns: VALID_MAX });
      for (const draft of drafts) {
        if (listNeverGood(fuzzer, [operation]).length === 0) break;
        await lane.perform(draft);
      }
    }
  } finally {
    lane.close();
  }
}

/** Which of the operations never succeeded. */
function listNeverGood({ operations, tally }: Fuzzer, among = operations): string[] {
  const names = among.map(({ service, id }) => `${service} ${id}`);
  return tally.neverGood(names.filter((name) => !NEVER_GOOD.includes(name)));
}

/** More requests at once than there are connections to a database: a lost one would be missed. */
async function expectHealthy(url: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/api/health`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}

/** Whatever is no log entry was written by a crash or a warning of Node's. */
function isComplaint(line: string): boolean {
  return !line.startsWith('{') || /"level":"(?:error|fatal)"/.test(line);
}

function printFindings(tally: Tally): string {
  const lines = [...services.catalogue.lines(), ...services.collection.lines()];
  const logOf = (id: string) => lines.filter((line) => line.includes(`"${id}"`)).join('\n');
  const findings = tally
    .findings()
    .toSorted((a, b) => b.count - a.count)
    .map(({ operation, problem, count, request, requestId }) =>
      [`${count} × ${operation}: ${problem}`, request, logOf(requestId)].join('\n').trim(),
    );
  return [...findings, ...lines.filter(isComplaint)].join('\n\n');
}

interface Figures {
  seconds: number;
  before: Record<string, number>;
  after: Record<string, number>;
}

/** One line; with FUZZ_REPORT all operations too. */
function report(tally: Tally, { seconds, before, after }: Figures): void {
  const megabytes = (bytes = 0) => Math.round(bytes / 1024 / 1024);
  const memory = Object.keys(before).map(
    (service) => `${service} ${megabytes(before[service])} → ${megabytes(after[service])} MB`,
  );
  const { operation, ms } = tally.slowest();
  process.stderr.write(
    `Fuzz: ${tally.total()} requests in ${seconds.toFixed(0)} s, FUZZ_SEED=${SEED}; ${printCounts(tally.byStatus())}; ` +
      `slowest ${operation} ${ms.toFixed(0)} ms; ${memory.join(', ')}\n`,
  );
  if (process.env['FUZZ_REPORT']) process.stderr.write(`${tally.table()}\n`);
}
