import { describe } from '@jest/globals';

/**
 * `describe` for tests that have requirements on the machine. If these are missing, the tests are skipped
 * with a message; with CI=true they run nevertheless, and fail.
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
