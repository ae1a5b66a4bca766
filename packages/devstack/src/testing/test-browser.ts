import { describe } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { testVariables } from './test-servers.ts';

/**
 * `describe` for tests that need a browser. Where the machine has no Chromium they are skipped, which one line says;
 * with CI=true they fail instead.
 */
export function describeWithBrowser(title: string, tests: () => void): void {
  const runs = Boolean(process.env[testVariables.chromium] || process.env.CI);
  if (!runs) process.stderr.write(`Skipped, because this machine has no Chromium: ${title}\n`);
  const run = runs ? describe : describe.skip;
  run(title, tests);
}

/** Starts the machine's Chromium without a window; close it at the end. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env[testVariables.chromium];
  if (!executablePath) throw new Error('this machine has no Chromium');
  return chromium.launch({
    executablePath,
    // Its sandbox does not work as root, and shared memory is small in containers. It sees our own pages alone.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
