import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startMeasuredStack, type MeasuredStack } from '../src/measured-stack.ts';
import { measureRatios, readBaseline } from '../src/ratios.ts';

/**
 * A third less than before is more than measurements scatter. The baseline has the lowest of four kinds of
 * machine.
 */
const SHARE = 2 / 3;

let stack: MeasuredStack;

beforeAll(async () => {
  stack = await startMeasuredStack();
});

afterAll(() => stack.stop());

it('takes no more CPU time compared with floor C than before, within a third', async () => {
  const [ratios, baseline] = [await measureRatios(stack), await readBaseline()];
  process.stderr.write(`${JSON.stringify(ratios)}\n`);
  expect(Object.keys(ratios)).toEqual(Object.keys(baseline));
  const slower = Object.entries(ratios).filter(([title, ratio]) => ratio < SHARE * (baseline[title] ?? 0));
  // If that is intended: `node packages/measure/src/measure.ts --baseline`.
  expect(slower).toEqual([]);
}, 120_000);
