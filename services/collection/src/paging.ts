import { notFound } from '@kitroom/server/http/errors';
import { countPages, type Page } from '@kitroom/server/http/paging';

/** Throws the documented 404 for a page that does not exist; the first page of an empty list does. */
export function requirePage({ page, size }: Page, count: number): void {
  if (page < 1 || page > countPages(size, count)) throw notFound('Invalid page.');
}
