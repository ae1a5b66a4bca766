import * as z from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@kitroom/shared';
import { TEXT } from './texts.ts';

/**
 * An invalid page number: 0, a word, a repeated parameter. The service responds with 404, as for a page past
 * the end.
 */
const NO_PAGE = 0;

/** A page number, from 1; 0 if invalid. See docs/behaviour/collection.md#lists-filters-search. */
export const pageNumber = z
  .custom<number | string>()
  .transform((value) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : NO_PAGE))
  .default(1)
  .meta({ openapi: { type: 'integer', minimum: 1, default: 1 }, isLong: true });

/** A page size; default: `fallback`. Values above 100 become 100. */
export function pageSize(fallback: number = PAGE_SIZE_DEFAULT) {
  return z
    .custom<number | string>()
    .superRefine((value, context) => {
      if (!/^-?\d+$/.test(String(value))) context.addIssue({ code: 'custom', message: TEXT.integer });
    })
    .transform((value) => Math.min(Number(value), PAGE_SIZE_MAX))
    .pipe(z.number().min(1))
    .default(fallback)
    .meta({ openapi: { type: 'integer', minimum: 1, default: fallback } });
}

/** The paginated envelope: a page of a list, and the URLs of its neighbours. */
export function envelopeOf<S extends z.ZodType>(entry: S, envelope: string) {
  const neighbour = z.string().nullable();
  return z
    .object({ count: z.int(), next: neighbour, previous: neighbour, results: z.array(entry) })
    .meta({ id: envelope });
}
