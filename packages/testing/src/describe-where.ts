import { describe } from '@jest/globals';

/**
 * `describe` for tests that need something of the machine. Where it is not there they are skipped, which one line
 * says; with CI=true they run all the same, and fail.
 */
export function describeWhere(
  isThere: unknown,
  { title, missing }: { title: string; missing: string },
  tests: () => void,
): void {
  const runs = Boolean(isThere) || Boolean(process.env.CI);
  if (!runs) process.stderr.write(`Skipped, because ${missing}: ${title}\n`);
  const describeOrSkip = runs ? describe : describe.skip;
  describeOrSkip(title, tests);
}
