import * as testing from '@kitroom/testing/page-browser';
import type { TestCollection } from './test-collection.ts';
import { PASSWORD } from './test-users.ts';

export { factOf, type Shown } from '@kitroom/testing/page-browser';

/** A browser without scripts, at a collection service. */
export interface PageBrowser extends testing.PageBrowser {
  /** Signs in on the page for it; answers the page after that. */
  signIn(username: string, password?: string): Promise<testing.Shown>;
  /** The same browser at another replica: it shares the cookies. */
  at(other: Pick<TestCollection, 'url'>): PageBrowser;
}

/** Opens a browser on a collection service. */
export function openPageBrowser(
  collection: Pick<TestCollection, 'url'>,
  cookies = new Map<string, string>(),
): PageBrowser {
  const browser = testing.openPageBrowser(collection, cookies);
  return {
    ...browser,
    async signIn(username, password = PASSWORD) {
      return browser.send(await browser.open('/accounts/login'), 'Sign in', { username, password });
    },
    at: (other) => openPageBrowser(other, cookies),
  };
}
