import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { invalidInput, openErrors } from './errors.ts';
import { publicItemFilters } from './item-filters.ts';
import { SIZE_CATEGORIES } from './item-vocabulary.ts';
import { notChoice, TEXT } from './texts.ts';

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
    id: z.union([z.int().nullable(), z.string()]).meta({
      description:
        'The value that the item lists accept. Null for a `size_text`, for which they accept the name.',
    }),
    name: z.string(),
    count: z.int(),
    logo: z.string().nullable().optional().meta({ description: 'Of a brand, club or competition.' }),
    category: z.enum(SIZE_CATEGORIES).optional().meta({ description: 'Of a size.' }),
    color: z.string().optional().meta({ description: '#RRGGBB, of a colour.' }),
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
  .meta({
    openapi: { type: 'string', enum: [...FILTER_TYPES] },
    description: 'The field to count items by.',
  });

export const listArchiveFilters = {
  id: 'listArchiveFilters',
  method: 'GET',
  path: '/archive/filters/',
  tag: 'Archive',
  summary: 'List filter options with item counts',
  description:
    `At most ${COUNTS_MAX} options, most items first, counted over the public items of all public ` +
    'collections; the filters of the item lists apply. Works while the catalogue is unavailable.',
  query: z.object({ filter_type: filterType, ...publicItemFilters }),
  responses: {
    200: {
      description: 'The options; those whose name is not known yet are omitted.',
      schema: z.object({ results: z.array(filterOption).max(COUNTS_MAX) }),
    },
    400: invalidInput,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

function isFilterType(value: unknown): value is FilterType {
  return FILTER_TYPES.includes(value as FilterType);
}
