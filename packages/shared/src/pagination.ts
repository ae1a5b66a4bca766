/** The Pagination object of random lists; `page_size` is present in user collections only. */
export interface Pagination {
  current_page: number;
  /** At least 1. */
  total_pages: number;
  total_count: number;
  has_next: boolean;
  has_previous: boolean;
  next_page: number | null;
  previous_page: number | null;
}

/** The first page, and the default and maximum page size. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

/**
 * The pagination of page `page` (from 1) of `pages` pages with `total_count` entries. On a page past the end,
 * `previous_page` is the last page. Source: the decisions on shapes.
 */
export function toPagination(page: number, totalCount: number, pages: number): Pagination {
  const totalPages = Math.max(1, pages);
  const hasNext = page < totalPages;
  const hasPrevious = page > 1;
  return {
    current_page: page,
    total_pages: totalPages,
    total_count: totalCount,
    has_next: hasNext,
    has_previous: hasPrevious,
    next_page: hasNext ? page + 1 : null,
    previous_page: hasPrevious ? Math.min(page - 1, totalPages) : null,
  };
}
