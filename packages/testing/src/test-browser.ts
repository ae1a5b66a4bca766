import { chromium, type Browser } from 'playwright-core';
import { describeWhere } from './describe-where.ts';
import { testVariables } from './test-servers.ts';

/**
 * `describe` for tests that need a browser. Without Chromium they are skipped with a message; with CI=true
 * they fail.
 */
export function describeWithBrowser(title: string, tests: () => void): void {
  const missing = 'this machine has no Chromium';
  describeWhere(process.env[testVariables.chromium], { title, missing }, tests);
}

/** Starts the machine's Chromium in headless mode; close it at the end. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env[testVariables.chromium];
  if (!executablePath) throw new Error('this machine has no Chromium');
  return chromium.launch({
    executablePath,
    // The sandbox does not work as root, and shared memory is small in containers. It opens only our own
    // pages.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
