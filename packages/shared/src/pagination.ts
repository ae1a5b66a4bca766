import * as z from 'zod';

/** The position of a page in its list. */
export const pagination = z
  .object({
    current_page: z.int(),
    total_pages: z.int(),
    total_count: z.int(),
    has_next: z.boolean(),
    has_previous: z.boolean(),
    next_page: z.int().nullable(),
    previous_page: z.int().nullable(),
  })
  .meta({ id: 'Pagination' });

export type Pagination = z.output<typeof pagination>;

/** The default and maximum page size. */
export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 100;

/**
 * The pagination of page `page` (from 1) of `pages` pages with `total_count` entries. On a page past the end,
 * `previous_page` is the last page.
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
