import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '@kitroom/testing/test-browser';
import { useService } from '@kitroom/testing/use-service';
import { openCollectionApi, type CollectionApi } from './collection-api.ts';
import { openShowcase, type OpenShowcase } from './open-showcase.ts';

/** The showcase in a browser, for the tests of one `describe`. */
export interface ShowcaseInBrowser {
  showcase: OpenShowcase;
  /** Opens a new browser context without cookies. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A window in which a new collector is signed in, and the API as this collector. */
  newCollector(username: string): Promise<{ context: BrowserContext; api: CollectionApi }>;
  /** Opens a path and waits until everything has been loaded. */
  open(path: string, context: BrowserContext): Promise<Page>;
  /** What pages reported to the console. */
  problems: string[];
}

/**
 * Variables of the services replace the defaults; pass a function if they are known only after hooks have
 * run. The catalogue contains the `records` in addition to the demo data.
 */
export function useShowcase(
  variables: Record<string, string> | (() => Record<string, string>) = {},
  records: readonly object[] = [],
): ShowcaseInBrowser {
  const showcase = useService(() =>
    openShowcase(typeof variables === 'function' ? variables() : variables, records),
  );
  const problems: string[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  const newContext: ShowcaseInBrowser['newContext'] = (options) =>
    browser.newContext({
      baseURL: showcase.url,
      viewport: { width: 1280, height: 900 },
      // During colour transitions the contrast may be too low.
      reducedMotion: 'reduce',
      ...options,
    });

  return {
    showcase,
    problems,
    newContext,
    async newCollector(username) {
      const account = { username, password: 'brass lantern 42' };
      await showcase.addCollector(account);
      const context = await newContext();
      const anonymous = await openCollectionApi(context, showcase.url);
      await anonymous.send('POST', '/api/accounts/login/', account);
      return { context, api: await openCollectionApi(context, showcase.url) };
    },
    async open(path, context) {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('pageerror', ({ message }) => problems.push(`${path}: ${message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${path}: ${message.text()}`);
      });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      return page;
    },
  };
}
