import * as z from 'zod';
import { pageInput, pageSizeInput } from '@kitroom/shared';
import { choiceFilter, keywordFilter } from './kit-filters.ts';

/** The orders of lists of clubs, brands and competitions. */
export const RECORD_ORDERINGS = ['name', '-kit_count'] as const;

/** The parameters of lists of clubs, brands and competitions. */
export const recordListQuery = {
  keyword: keywordFilter,
  ordering: choiceFilter('ordering', RECORD_ORDERINGS),
  page: pageInput,
  page_size: pageSizeInput,
};

/** The fields of clubs, brands and competitions. */
export const recordFields = {
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  logo: z.string(),
  logo_dark: z.string().nullable(),
};

/** The country of a record. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/);

/** The football association of a club. */
export const associationCode = z.string().regex(/^[A-Z]{3}$/);

export const kitCount = { kit_count: z.int() };

export { pagination } from '@kitroom/shared';
