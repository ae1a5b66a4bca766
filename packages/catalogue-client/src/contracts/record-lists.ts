import { keywordInput, pageInput, pageSizeInput, textFilter } from '@kitroom/shared';
import * as z from 'zod';
import { choiceFilter } from './kit-filters.ts';

/** The orders of lists of clubs, brands and competitions. */
export const RECORD_ORDERINGS = ['name', '-kit_count'] as const;

/** The parameters of lists of clubs, brands and competitions. */
export const recordListQuery = {
  keyword: keywordInput
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({
      openapi: { type: 'string', maxLength: 200, pattern: String.raw`^[^\u0000]*$` },
      description: 'Part of the name (of clubs, or of an alias), ignoring case and accents.',
    }),
  ordering: choiceFilter(
    'ordering',
    RECORD_ORDERINGS,
    'By name, ignoring case and accents (the default), or by the number of kits, most first.',
  ),
  page: pageInput,
  page_size: pageSizeInput,
};

/** The country of a record. */
export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ description: 'Two-letter ISO country code' });

/** The football association of a club. */
export const associationCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'FIFA’s code of the football association' });

export const countryFilter = textFilter('A two-letter ISO country code, case-insensitive.');

export const kitCount = { kit_count: z.int().meta({ description: 'How many kits there are' }) };

/** How searches by name find records. */
export const NAME_SEARCH =
  'Ignores case, accents and punctuation. Matches names, aliases and slugs; a word may be incomplete or have one ' +
  'typo. Similar names match only if no others do. Returns the ten best matches, ordered by id.';

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
