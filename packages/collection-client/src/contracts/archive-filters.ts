import * as z from 'zod';
import { endpointsOf } from './errors.ts';
import { publicItemFilters } from './item-filters.ts';
import { SIZE_CATEGORIES } from './item-vocabulary.ts';
import { notChoice, TEXT } from './texts.ts';

const endpoint = endpointsOf('Archive');

/** The fields by which the items of all public collections can be counted. */
export const FILTER_TYPES = [
  'brand',
  'club',
  'competition',
  'season',
  'kit_type',
  'size',
  'item_type',
  'condition',
  'design',
  'color',
  'country',
] as const;

export type FilterType = (typeof FILTER_TYPES)[number];

/** The maximum number of options returned. */
export const COUNTS_MAX = 50;

export const filterOption = z
  .object({
    id: z.union([z.int().nullable(), z.string()]),
    name: z.string(),
    count: z.int(),
    logo: z.string().nullable().optional(),
    category: z.enum(SIZE_CATEGORIES).optional(),
    color: z.string().optional(),
  })
  .meta({ id: 'FilterOption' });

const CHOICES = `Choose one of ${FILTER_TYPES.join(', ')}.`;

const filterType = z
  .custom<FilterType>()
  .superRefine((value, context) => {
    if (isFilterType(value)) return;
    const isMissing = value === undefined || value === '';
    context.addIssue({ code: 'custom', message: isMissing ? TEXT.required : notChoice(String(value)) });
    context.addIssue({ code: 'custom', message: CHOICES });
  })
  .meta({ openapi: { type: 'string', enum: [...FILTER_TYPES] } });

export const listArchiveFilters = endpoint({
  id: 'listArchiveFilters',
  path: '/archive/filters/',
  summary: 'List filter options with item counts',
  query: z.object({ filter_type: filterType, ...publicItemFilters }),
  responses: { 200: { schema: z.object({ results: z.array(filterOption).max(COUNTS_MAX) }) } },
  access: 'public',
});

function isFilterType(value: unknown): value is FilterType {
  return FILTER_TYPES.includes(value as FilterType);
}
