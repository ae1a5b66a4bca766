import * as z from 'zod';
import { COLOUR_NAMES, DESIGNS, KIT_CATEGORIES, type Contract } from '@kitroom/shared';
import { responsesOf } from './errors.ts';
import { allKitFilters, choicesFilter } from './kit-filters.ts';
import { associationCode, countryCode } from './record-lists.ts';

/** The maximum number of values listed for a field. */
export const FACET_VALUES_MAX = 100;

/**
 * The values of a field: each as its filter accepts it, with its name and the number of kits that have it.
 */
const valuesOf = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ value, label: z.string(), count: z.int() })).optional();

const colours = valuesOf(z.enum(COLOUR_NAMES));
const ids = valuesOf(z.int());

const facets = z.object({
  primary_color: colours,
  secondary_color: colours,
  design: valuesOf(z.enum(DESIGNS)),
  country: valuesOf(countryCode),
  association: valuesOf(associationCode),
  decade: ids,
  season: ids,
  brand: ids,
  competition: ids,
  type: ids,
  category: valuesOf(z.enum(KIT_CATEGORIES)),
  club: ids,
});

export type FacetField = keyof typeof facets.shape;

/** The countable fields of kits, which have the names of their filters. */
export const FACET_FIELDS = Object.keys(facets.shape) as readonly FacetField[];

export const kitFacets = z.object({ total: z.int(), facets }).meta({ id: 'KitFacets' });

export type KitFacets = z.output<typeof kitFacets>;

/** `GET /api/kits/facets`: how many kits have each value of some fields. */
export const countKitFacets = {
  id: 'countKitFacets',
  method: 'GET',
  path: '/api/kits/facets',
  tag: 'Kits',
  summary: 'Count kits by their fields',
  query: z.object({ ...allKitFilters, fields: choicesFilter('fields', FACET_FIELDS) }),
  responses: responsesOf(kitFacets),
  cacheSeconds: 1800,
} as const satisfies Contract;
