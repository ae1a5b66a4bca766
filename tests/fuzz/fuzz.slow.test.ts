import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recordAccountExamples } from '../documents/api-examples/account-story.ts';
import { recordCatalogueExamples } from '../documents/api-examples/catalogue-story.ts';
import { recordCollectorExamples } from '../documents/api-examples/collector-story.ts';
import { openMailbox } from '../documents/api-examples/mailbox.ts';
import { openRecorder } from '../documents/api-examples/recorder.ts';
import { createFuzzer, type Fuzzer } from './fuzzer.ts';
import type { Operation } from './operations.ts';
import { readCommonPools } from './pools.ts';
import { requestOf, requestsAtLimits, type FuzzRequest } from './requests.ts';
import { openFuzzedServices, OPERATIONS, type FuzzedServices } from './services.ts';
import { createUser, keepSignedIn, type User } from './users.ts';
import { resourceOf } from './values.ts';

/*
 * fast-check generates sequences of requests. If one fails, fast-check shrinks it and prints it with the seed
 * and the path that repeat it: FUZZ_SEED=… FUZZ_PATH=… npm run test:slow -- fuzz.slow -t 'createItem'
 *
 * The services keep their state while a sequence shrinks: each attempt follows all earlier requests.
 * FUZZ_SEED alone repeats a whole run, for failures that depend on the requests of other tests.
 */
const SEED = Number(process.env['FUZZ_SEED'] || Math.floor(Math.random() * 2 ** 31));
/** FUZZ_REQUESTS=1000 is a short run, FUZZ_REQUESTS=50000 a thorough one. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] || 4000);

const TEST_MS = 300_000;
const SHRINK_MS = 240_000;
const STEPS_MAX = 5;
/** The mean number of requests in a sequence. */
const STEPS_MEAN = 2.5;
/** An operation that succeeds with none of so many documented requests fails the test. */
const ATTEMPTS_MAX = 40;
/** The remaining operations are skipped after so many failures, which are likely to have one cause. */
const FAILURES_MAX = 10;
const MEMORY_GROWTH_MAX = 500 * 1024 * 1024;

/** Operations that cannot succeed in this test. */
const NEVER_SUCCESSFUL = [
  // Requires debug mode.
  'collection getDocs',
  // These require a sign-in provider that identifies users.
  'collection finishLogin',
  'collection finishSocialLogin',
  'collection unlinkSocialProvider',
];

/** Slow operations, which hash passwords, pack archives or read collections. */
const RARE =
  /^(?:login|createToken|signup|changePassword|confirmPasswordReset|exportAccount|getDocs|scrapeUserCollection|deleteAccount)$/;
const FREQUENT = /(?:Items?|Photos?|Kits?)$/;

const CASES = OPERATIONS.map((operation) => ({
  operation,
  name: `${operation.service} ${operation.id}`,
  kind: `${operation.service} ${resourceOf(operation.path)}`,
  weight: RARE.test(operation.id) ? 1 : FREQUENT.test(operation.id) ? 8 : 4,
  arbitrary: requestOf(operation),
}));

let services: FuzzedServices;
let fuzzer: Fuzzer;
let users: User[];
let memory: number[];
/** Operations that succeeded in the example requests. */
const succeeded = new Set<string>();
let failures = 0;

beforeAll(async () => {
  process.stderr.write(`FUZZ_SEED=${SEED}\n`);
  services = await openFuzzedServices();
  users = [createUser(), createUser(), createUser()];
  fuzzer = createFuzzer(services, users, await readCommonPools(services.catalogue.url, services.apiKey));
  memory = await services.readMemory();
  await signIn();
  // Failures are ignored here, because they recur in the test of the operation.
  for (const operation of OPERATIONS.filter(({ id }) => /^create(?:Item|Photo|Share)$/.test(id)))
    for (const request of sampleDocumented(operation)) await fuzzer.perform(request).catch(() => undefined);
}, TEST_MS);

afterAll(() => services?.close());

describe('both services', () => {
  it(
    'respond as documented to the example requests of the documentation',
    async () => {
      const [catalogue, collection] = [openRecorder(services.catalogue), openRecorder(services.collection)];
      const headers = { 'X-API-Key': services.apiKey };
      await recordCatalogueExamples({
        ...catalogue,
        call: (id, request) => catalogue.call(id, { ...request, headers }),
      });
      await recordCollectorExamples(collection, { token: users[0]?.token ?? '', since: '0' });
      await recordAccountExamples(collection, openMailbox(services.mailRoot));
      for (const id of Object.keys(catalogue.examples())) succeeded.add(`catalogue ${id}`);
      for (const id of Object.keys(collection.examples())) succeeded.add(`collection ${id}`);
    },
    TEST_MS,
  );

  it.each(CASES)('respond as documented to random requests for $name', fuzz, TEST_MS);

  it(
    'complete every operation successfully at least once',
    async () => {
      await signIn();
      const missing = CASES.filter(({ name }) => !NEVER_SUCCESSFUL.includes(name) && !hasSucceeded(name));
      for (const { name, operation } of missing)
        for (const request of sampleDocumented(operation))
          if (!hasSucceeded(name)) await fuzzer.perform(request);
      const all = [...fuzzer.statuses.values()].flat();
      process.stderr.write(`Fuzz: ${all.length} requests, FUZZ_SEED=${SEED}; ${print(all)}\n`);
      expect(CASES.map(({ name }) => name).filter((name) => !hasSucceeded(name))).toEqual(NEVER_SUCCESSFUL);
      expect(all.length).toBeGreaterThanOrEqual(REQUESTS);
    },
    TEST_MS,
  );

  it('report no errors, idle transactions or leaked memory after all requests', async () => {
    for (const { url, lines } of [services.catalogue, services.collection]) {
      // There are more concurrent requests than database connections, so that a lost connection matters.
      const responses = await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/api/health`)));
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      // Lines other than log entries come from crashes and warnings of Node.js.
      expect(lines().filter((line) => !/^\{(?!.*"level":"(?:error|fatal)")/.test(line))).toEqual([]);
    }
    expect(await services.countIdleTransactions()).toBe(0);
    const grown = await services.readMemory();
    for (const [index, bytes] of memory.entries())
      expect((grown[index] ?? Infinity) - bytes).toBeLessThan(MEMORY_GROWTH_MAX);
  });
});

async function fuzz(fuzzCase: (typeof CASES)[number]): Promise<void> {
  if (failures >= FAILURES_MAX) throw new Error(`skipped after ${failures} failures`);
  const { operation, weight, arbitrary } = fuzzCase;
  const path = process.env['FUZZ_PATH'] ?? '';
  // Each operation has its own seed, which the report prints with the path.
  const seed = path ? SEED : SEED + CASES.indexOf(fuzzCase);
  const related = CASES.filter(({ kind }) => kind === fuzzCase.kind);
  const request = fc.oneof({ arbitrary, weight: 3 }, fc.oneof(...related));
  const step = fc.record({ request, isConcurrent: fc.boolean() });
  const steps = fc.array(step, { minLength: 1, maxLength: STEPS_MAX });
  const toExample = (atLimit: FuzzRequest): [Step[]] => [[{ request: atLimit, isConcurrent: false }]];
  const examples = requestsAtLimits(operation, seed).map(toExample);
  const share = weight / CASES.reduce((sum, testCase) => sum + testCase.weight, 0);
  const property = fc.asyncProperty(steps, perform).beforeEach(signIn);
  // Shrinking is interrupted before Jest ends the test.
  const limit = fc.interruptAfterTimeLimit(SHRINK_MS, { failOnInterrupt: true }) as fc.Plugin<[Step[]]>;
  const numRuns = Math.ceil((share * REQUESTS) / STEPS_MEAN) + examples.length;
  const options = { seed, path, plugins: [limit], examples, numRuns, includeErrorInReport: true };
  const details = await fc.check(property, options);
  if (details.failed) failures += 1;
  expect(fc.defaultReportMessage(details) ?? '').toBe('');
}

interface Step {
  request: FuzzRequest;
  /** Whether the request is sent before the responses to earlier requests have arrived. */
  isConcurrent: boolean;
}

/** Waits for all responses, then rejects with the first problem. */
async function perform(steps: Step[]): Promise<void> {
  const pending: Array<Promise<void>> = [];
  for (const { request, isConcurrent } of steps) {
    if (!isConcurrent) await Promise.allSettled(pending);
    pending.push(fuzzer.perform(request));
  }
  for (const result of await Promise.allSettled(pending))
    if (result.status === 'rejected') throw result.reason;
}

async function signIn(): Promise<void> {
  for (const user of users) await keepSignedIn(user, services);
}

/** A sign-in with a provider succeeds with a redirection. */
function hasSucceeded(name: string): boolean {
  const isSuccess = (status: number) => status < 300 || status === 302;
  return succeeded.has(name) || (fuzzer.statuses.get(name) ?? []).some(isSuccess);
}

function sampleDocumented(operation: Operation): FuzzRequest[] {
  return fc.sample(requestOf(operation, false), { seed: SEED, numRuns: ATTEMPTS_MAX });
}

function print(statuses: readonly number[]): string {
  const byStatus = Object.groupBy(statuses, (status) => status);
  return Object.entries(byStatus)
    .map(([status, all = []]) => `${status}: ${all.length}`)
    .join('  ');
}
