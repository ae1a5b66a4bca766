import { PAGE_SIZE_MAX } from '@kitroom/shared';
import { ClientError, type Failure } from './client-error.ts';
import type { CallOptions, ResponseHead } from './client-options.ts';

/** A page of a list, and the URLs of its neighbours. */
export interface Page<T> {
  /** The number of entries on all pages. */
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/**
 * Converts a list that is returned as an array, with pagination in the headers `X-Total-Count` and `Link`, to
 * a page. Throws the client's error if a proxy has removed these headers.
 */
export function toPage<T>(
  results: T[],
  headers: ResponseHead['headers'],
  toError: (failure: Failure) => ClientError<string>,
): Page<T> {
  const count = headers.get('X-Total-Count') ?? '';
  if (!/^\d+$/.test(count)) {
    const message = 'the response has no X-Total-Count';
    throw toError({ code: 'invalid_response', message, status: 200 });
  }
  const links = headers.get('Link') ?? '';
  return { count: Number(count), next: findLink(links, 'next'), previous: findLink(links, 'prev'), results };
}

/** Returns the URL of a relation in a `Link` header (RFC 8288, section 3). */
function findLink(header: string, relation: string): string | null {
  const links = [...header.matchAll(/<([^<>]*)>([^<]*)/g)];
  const isOfRelation = new RegExp(`;\\s*rel="?${relation}"?\\s*(?:[;,]|$)`);
  return links.find(([, , parameters = '']) => isOfRelation.test(parameters))?.[1] ?? null;
}

/** A method that returns pages, such as `items.list` of the collection's client. */
export type PagedMethod<A, T> = (args: A, options?: CallOptions) => Promise<Page<T>>;

/**
 * Iterates over the entries of a list, from the first page or from `args.page`, 100 per page by default.
 * Pages are fetched as needed. If the list changes in the meantime, entries may be repeated or skipped.
 * Throws the errors of the method.
 *
 * @example
 * for await (const item of eachEntry(client.items.list, { club: 7 })) console.log(item.name);
 */
export async function* eachEntry<A extends object | undefined, T>(
  list: PagedMethod<A, T>,
  ...[args, options]: undefined extends A
    ? [args?: NonNullable<A>, options?: CallOptions]
    : [args: NonNullable<A>, options?: CallOptions]
): AsyncGenerator<T, void, undefined> {
  const first = startOf(args);
  for (let page = first; ; page += 1) {
    // Every paged method takes `page`.
    const pageArgs = { page_size: PAGE_SIZE_MAX, ...args, page } as A;
    const result = await list(pageArgs, options).catch((error: unknown) => toLastPage(error, page > first));
    yield* result.results;
    if (result.next === null) return;
  }
}

function startOf(args: { page?: unknown } | undefined): number {
  return Number(args?.page ?? 1);
}

/**
 * Returns an empty last page if a later page no longer exists, because the list has become shorter; throws
 * any other error.
 */
function toLastPage(error: unknown, isLater: boolean): Page<never> {
  if (isLater && error instanceof ClientError && error.detail === 'Invalid page.') {
    return { count: 0, next: null, previous: null, results: [] };
  }
  throw error;
}
