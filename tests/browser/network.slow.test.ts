import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { listNetworkAddresses } from '@kitroom/devstack/network-addresses';
import { describeWhere } from '@kitroom/testing/describe-where';
import { npmStart, type Run } from '@kitroom/testing/npm-start';
import { startBrowser } from '@kitroom/testing/test-browser';
import { testVariables } from '@kitroom/testing/test-servers';
import { takePhoto } from './take-photo.ts';

const MINUTE = 60_000;
const [address] = listNetworkAddresses('0.0.0.0');
const hasBoth = process.env[testVariables.chromium] && address;
const missing = 'this machine has no Chromium, or no network';

describeWhere(hasBoth, { title: 'npm start with HOST=0.0.0.0', missing }, () => {
  let dataDir = '';
  let run: Run;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kitroom-network-'));
    run = await npmStart(dataDir, { HOST: '0.0.0.0' });
    browser = await startBrowser();
  }, 2 * MINUTE);

  afterAll(async () => {
    await browser?.close();
    await run?.interrupt();
    rmSync(dataDir, { recursive: true, force: true });
  }, MINUTE);

  const read = (pattern: RegExp) => pattern.exec(run.text())?.[1] ?? '';

  it.each([
    ['other devices', /other devices +(\S+)/],
    ['this machine', /Showcase +(\S+)/],
  ])(
    'prints an address for %s that supports pictures, sign-in, photo uploads and sign-out',
    async (_devices, printed) => {
      const problems: string[] = [];
      const page = await (await browser.newContext({ baseURL: read(printed) })).newPage();
      page.on('console', (message) => {
        // Browsers ignore this header over plain HTTP, and log a message.
        const isRemark = message.text().includes('Cross-Origin-Opener-Policy');
        if (message.type() === 'error' && !isRemark) problems.push(message.text());
      });
      await page.goto('/kits');
      await untilShown(page, '.wall img');
      await page.goto('/sign-in?next=/collection');
      await page.getByLabel('Username').fill(read(/username +(\S+)/));
      await page.getByLabel('Password', { exact: true }).fill(read(/password +(\S+)/));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('/collection');
      await untilShown(page, '.wall img');
      await page.goto('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('From afar');
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Navy')]);
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('link', { name: 'See this item' }).click();
      await untilShown(page, '.gallery img');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    },
    MINUTE,
  );
});

/** Waits until the first of these pictures has been loaded. */
async function untilShown(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  await page.waitForFunction((pictures) => {
    const picture = document.querySelector<HTMLImageElement>(pictures);
    return picture?.complete && picture.naturalWidth > 0;
  }, selector);
}
