import { chromium, type Browser } from 'playwright-core';
import { describeWhere } from './describe-where.ts';
import { testVariables } from './test-servers.ts';

/**
 * `describe` for tests that need a browser. Where the machine has no Chromium they are skipped, which one line says;
 * with CI=true they fail instead.
 */
export function describeWithBrowser(title: string, tests: () => void): void {
  const missing = 'this machine has no Chromium';
  describeWhere(process.env[testVariables.chromium], { title, missing }, tests);
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
