import type { Contract } from '@kitroom/shared';

/** Links must leave room for all other headers within the 8 KiB that clients and proxies accept. */
export const HEADER_LINKS_MAX = 4096;

/** A page of a list: its number, from 1, and its size. */
export interface Page {
  page: number;
  size: number;
}

/**
 * The URLs of the neighbouring pages, undefined at either end. Past the end, the previous page is the last
 * one.
 */
interface Neighbours {
  first: string;
  previous: string | undefined;
  next: string | undefined;
  last: string;
}

/** The URLs of the neighbouring pages, keeping all other parameters of the URL. */
export function findNeighbours(url: string, { page, size }: Page, count: number): Neighbours {
  const pages = countPages(size, count);
  const addressOf = (number: number) => {
    const address = new URL(url);
    address.searchParams.set('page', String(number));
    return address.href;
  };
  return {
    first: addressOf(1),
    previous: page > 1 ? addressOf(Math.min(page - 1, pages)) : undefined,
    next: page < pages ? addressOf(page + 1) : undefined,
    last: addressOf(pages),
  };
}

/** The URL without the parameters that the endpoint does not define, for links in headers. */
export function removeUnknownParameters(url: string, { query }: Contract): string {
  const cleaned = new URL(url);
  for (const name of new Set(cleaned.searchParams.keys())) {
    if (!Object.hasOwn(query?.shape ?? {}, name)) cleaned.searchParams.delete(name);
  }
  return cleaned.href;
}

/**
 * `Link` (RFC 8288) and `X-Total-Count` of a list that is returned as an array. Without `Link` if that would
 * be too long.
 */
export function toPageHeaders(url: string, page: Page, count: number): Record<string, string> {
  const { first, previous, next, last } = findNeighbours(url, page, count);
  const links = Object.entries({ first, prev: previous, next, last }).flatMap(([relation, address]) =>
    address === undefined ? [] : [`<${address}>; rel="${relation}"`],
  );
  const Link = links.join(', ');
  return { ...(Link.length <= HEADER_LINKS_MAX && { Link }), 'X-Total-Count': String(count) };
}

/** How many pages a list has: at least one. */
export function countPages(size: number, count: number): number {
  return Math.max(1, Math.ceil(count / size));
}
