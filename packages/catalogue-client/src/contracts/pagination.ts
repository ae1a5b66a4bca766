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
