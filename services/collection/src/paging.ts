import { Reply, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { countPages, removeUnknownParameters, toPageHeaders, type Page } from '@kitroom/server/http/paging';
import type { Contract } from '@kitroom/shared';

/** The request for a page of a list. */
export interface PageRequest {
  contract: Contract;
  query: { page: number; page_size: number };
  request: RequestContext;
}

/**
 * Replies with a page of a list as an array, with its neighbours in headers. Throws a 404 for a page that
 * does not exist.
 */
export async function replyWithPage<Row>(
  { contract, query, request }: PageRequest,
  list: (page: Page) => Promise<{ rows: readonly Row[]; count: number }>,
  show: (row: Row) => unknown,
): Promise<Reply> {
  const page = { page: query.page, size: query.page_size };
  const { rows, count } = await list(page);
  requirePage(page, count);
  return new Reply(
    rows.map((row) => show(row)),
    { headers: toPageHeaders(removeUnknownParameters(request.url, contract), page, count) },
  );
}

/** Throws the documented 404 for a page that does not exist. An empty list has one page. */
export function requirePage({ page, size }: Page, count: number): void {
  if (page < 1 || page > countPages(size, count)) throw notFound('Invalid page.');
}
