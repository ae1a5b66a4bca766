import type { Page } from 'playwright-core';

/**
 * What a crawl has found: the kinds of pages that it opened, and addresses of the host that are outside its
 * sites.
 */
interface Crawled {
  kinds: Set<string>;
  problems: string[];
}

/**
 * Opens pages of different kinds that a site links to, at most `most`; requests files and responses of its
 * API. Pages are of one kind if their paths differ in numbers only. A site is a path of the host that begins
 * and ends with a slash.
 */
export async function crawlSite(
  page: Page,
  start: string,
  { site, sites, most }: { site: string; sites: readonly string[]; most: number },
): Promise<Crawled> {
  const { origin: host } = new URL(start);
  const kinds = new Set<string>();
  const problems: string[] = [];
  const next = [start];
  for (let address = next.shift(); address !== undefined && kinds.size < most; address = next.shift()) {
    const { origin, pathname } = new URL(address);
    const kind = pathname.replaceAll(/\d+/g, '0');
    if (origin !== host || !pathname.startsWith(site) || kinds.has(kind)) continue;
    kinds.add(kind);
    if (/\/(?:api|media)\//.test(pathname)) {
      const status = (await page.request.get(address)).status();
      if (status !== 200) problems.push(`${status} ${address}`);
      continue;
    }
    await page.goto(address);
    if (pathname.startsWith('/showcase')) await page.waitForLoadState('networkidle');
    const addresses = await page.evaluate<string[]>(ADDRESSES);
    problems.push(
      ...addresses.filter((requestedUrl) => {
        const { origin: of, pathname: path } = new URL(requestedUrl);
        return of === host && !sites.some((known) => path.startsWith(known));
      }),
    );
    next.push(...(await page.evaluate<string[]>('[...document.links].map(({ href }) => href)')));
  }
  return { kinds, problems };
}

/** Every address of a page that a browser would open. */
const ADDRESSES = `[...document.querySelectorAll('[href], [src], form')]
  .map((element) => element.href ?? element.src ?? element.action)
  .filter((address) => /^http/.test(address))`;
