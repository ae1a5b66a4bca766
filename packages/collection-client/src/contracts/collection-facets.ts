import * as z from 'zod';
import { idInput } from '@kitroom/shared';
import { endpointsOf, errorResponse, passwordRequired } from './errors.ts';
import { choicesFilter } from './filter-inputs.ts';
import { ownItemFilters, publicItemFilters } from './item-filters.ts';
import { DESIGN_IDS, DETAILED_CONDITIONS, ITEM_TYPES } from './item-vocabulary.ts';

const endpoint = endpointsOf('Collections');
const visitorEndpoint = endpointsOf('Shares', { access: 'public' });

/** Maximum number of values that are listed for a field. */
export const FACET_VALUES_MAX = 200;

/** Values of a field: as its filter accepts them, with their labels and numbers of items. */
const valuesOf = <Value extends z.ZodType>(value: Value) =>
  z
    .array(z.object({ value, label: z.string(), count: z.int() }))
    .max(FACET_VALUES_MAX)
    .optional();

const id = z.int();
const recordId = id.nullable();

const publicFacets = {
  item_type: valuesOf(z.enum(ITEM_TYPES)),
  club: valuesOf(recordId),
  brand: valuesOf(recordId),
  season: valuesOf(recordId),
  decade: valuesOf(id),
  country: valuesOf(z.string()),
  size: valuesOf(recordId),
  condition: valuesOf(id),
  detailed_condition: valuesOf(z.enum(DETAILED_CONDITIONS)),
  main_color: valuesOf(id),
  design: valuesOf(z.enum(DESIGN_IDS)),
  tag: valuesOf(z.string()),
  has_photos: valuesOf(z.boolean()),
} as const;

const ownFacets = { location: valuesOf(z.string()), is_private: valuesOf(z.boolean()) } as const;

export type PublicFacetField = keyof typeof publicFacets;
export type OwnFacetField = keyof typeof ownFacets;

/** A field by which items can be counted, named like its filter. */
export type FacetField = PublicFacetField | OwnFacetField;

export const PUBLIC_FACET_FIELDS = Object.keys(publicFacets) as readonly PublicFacetField[];

/** The fields by which only owners may count their items. */
export const OWN_FACET_FIELDS = Object.keys(ownFacets) as readonly OwnFacetField[];

/** All fields that items can be counted by. */
export const FACET_FIELDS: readonly FacetField[] = [...PUBLIC_FACET_FIELDS, ...OWN_FACET_FIELDS];

export const collectionFacets = z
  .object({ total: z.int(), facets: z.object({ ...publicFacets, ...ownFacets }) })
  .meta({ id: 'CollectionFacets' });

const facetsResponse = { schema: collectionFacets };
const query = z.object({
  ...ownItemFilters,
  fields: choicesFilter(FACET_FIELDS),
});

export const countMyFacets = endpoint({
  id: 'countMyFacets',
  path: '/api/collections/me/facets/',
  summary: "Count the items of the caller's collection by their fields",
  query,
  responses: { 200: facetsResponse },
});

export const countFacets = endpoint({
  id: 'countFacets',
  path: '/api/collections/{user_id}/facets/',
  summary: "Count the items of a user's collection by their fields",
  params: z.object({ user_id: idInput }),
  query,
  responses: { 200: facetsResponse, 403: errorResponse },
});

export const countNamedFacets = endpoint({
  ...countFacets,
  id: 'countNamedFacets',
  path: '/api/collections/@{username}/facets/',
  summary: "Count the items of a user's collection by their fields, by username",
  params: z.object({ username: z.string() }),
});

export const countSharedFacets = visitorEndpoint({
  id: 'countSharedFacets',
  path: '/api/shared/{token}/facets/',
  summary: 'Count the items that a link shares by their fields',
  params: z.object({ token: z.string() }),
  query: z.object({ ...publicItemFilters, fields: choicesFilter(PUBLIC_FACET_FIELDS) }),
  responses: { 200: facetsResponse, 401: { schema: passwordRequired } },
});
