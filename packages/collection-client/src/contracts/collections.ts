import * as z from 'zod';
import { idInput, type ContractTree } from '@kitroom/shared';
import { COUNTS_MAX } from './archive-filters.ts';
import { endpointsOf, errorResponse } from './errors.ts';
import { itemFilters, ownItemFilters } from './item-filters.ts';
import { ITEM_TYPES } from './item-vocabulary.ts';
import { itemLabels } from './items.ts';
import { envelopeOf, pageNumber, pageSize } from './pages.ts';

const endpoint = endpointsOf('Collections');

/** Number of months for which the statistics count additions, including the current one. */
export const STATISTICS_MONTHS = 24;

const id = z.int();
const count = z.int();
const name = z.string().nullable();
const recordId = id.nullable();

/** An item of a list, with the names of its references. */
export const collectionItem = z
  .object({
    id,
    item_type: z.enum(ITEM_TYPES),
    name: z.string(),
    brand: z.object({ id: recordId, name }).meta({ id: 'ItemBrand' }).nullable(),
    club: z.object({ id: recordId, name, logo: name }).meta({ id: 'ItemClub' }).nullable(),
    season: z.object({ id: recordId, year: name }).meta({ id: 'ItemSeason' }).nullable(),
    kit: id.nullable(),
    size: id.nullable(),
    main_color: id.nullable(),
    design: z.string().nullable(),
    labels: itemLabels,
    main_photo: z.string().nullable(),
    main_photo_thumbnail: z.string().nullable(),
    main_photo_card: z.string().nullable(),
    condition: z.int(),
    is_private: z.boolean(),
    created_at: z.iso.datetime(),
    // Services of earlier versions do not send these.
    tags: z.array(z.string()).optional(),
    player_name: z.string().nullable().optional(),
    number: z.int().nullable().optional(),
    updated_at: z.iso.datetime().optional(),
  })
  .meta({ id: 'CollectionItem' });

export const collectionSummary = z
  .object({
    user_id: id,
    username: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    item_count: count,
    latest_photo: z.string().nullable(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'CollectionSummary' });

export const collectionOwner = z
  .object({
    id,
    username: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    biography: z.string(),
    location: z.string(),
    is_private: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'CollectionOwner' });

const countOfRecord = z.object({ id: recordId, name, count }).meta({ id: 'CountOfRecord' });
const countOfName = z.object({ id: z.string(), name: z.string(), count }).meta({ id: 'CountOfName' });
const countOfNumber = z.object({ id, name: z.string(), count }).meta({ id: 'CountOfNumber' });
const records = z.array(countOfRecord).max(COUNTS_MAX);

export const collectionStatistics = z
  .object({
    total_items: count,
    by_type: z.array(
      z.object({ id: z.enum(ITEM_TYPES), name: z.string(), count }).meta({ id: 'CountOfType' }),
    ),
    by_club: records,
    by_brand: records,
    by_season: records,
    by_condition: z.array(countOfNumber),
    by_country: z.array(countOfName).max(COUNTS_MAX),
    by_color: z.array(countOfNumber),
    by_design: z.array(countOfName),
    by_decade: z.array(countOfNumber),
    by_month: z.array(countOfName).length(STATISTICS_MONTHS),
    average_condition: z.number().nullable(),
    replicas: count,
    signed: count,
    with_photos: count,
    drafts: count.optional(),
  })
  .meta({ id: 'CollectionStatistics' });

export const collection = z
  .object({ user: collectionOwner, statistics: collectionStatistics })
  .meta({ id: 'Collection' });

const params = z.object({ user_id: idInput });
const namedParams = z.object({ username: z.string() });
const page = { page: pageNumber, page_size: pageSize() } as const;
const collectionResponse = { schema: collection };
export const itemsResponse = { schema: envelopeOf(collectionItem, 'ItemPage') };

export const listCollections = endpoint({
  id: 'listCollections',
  path: '/api/collections/',
  summary: 'List public collections',
  query: z.object(page),
  responses: { 200: { schema: envelopeOf(collectionSummary, 'CollectionPage') } },
});

export const getMyCollection = endpoint({
  id: 'getMyCollection',
  path: '/api/collections/me/',
  summary: "Get the caller's collection",
  responses: { 200: collectionResponse },
});

export const getCollection = endpoint({
  id: 'getCollection',
  path: '/api/collections/{user_id}/',
  summary: "Get a user's collection",
  params,
  responses: { 200: collectionResponse, 403: errorResponse },
});

export const getNamedCollection = endpoint({
  ...getCollection,
  id: 'getNamedCollection',
  path: '/api/collections/@{username}/',
  summary: "Get a user's collection by username",
  params: namedParams,
});

export const listMyCollectionItems = endpoint({
  id: 'listMyCollectionItems',
  path: '/api/collections/me/items/',
  summary: "List the items of the caller's collection",
  query: z.object({ ...itemFilters, ...page }),
  responses: { 200: itemsResponse },
});

export const listCollectionItems = endpoint({
  id: 'listCollectionItems',
  path: '/api/collections/{user_id}/items/',
  summary: "List the items of a user's collection",
  params,
  query: z.object({ ...itemFilters, ...page }),
  responses: { 200: itemsResponse, 403: errorResponse },
});

export const listNamedCollectionItems = endpoint({
  ...listCollectionItems,
  id: 'listNamedCollectionItems',
  path: '/api/collections/@{username}/items/',
  summary: "List the items of a user's collection by username",
  params: namedParams,
});

/** Endpoints by client method name. */
export const collectionEndpoints = {
  /** Public collections that are not empty, most recently changed first. */
  list: listCollections,
  me: getMyCollection,
  /** A user's collection; status 403 if private. */
  get: getCollection,
  getByUsername: getNamedCollection,
  /** The caller's items; drafts only if requested. */
  myItems: listMyCollectionItems,
  /** A user's public items; status 403 if the collection is private. */
  items: listCollectionItems,
  itemsByUsername: listNamedCollectionItems,
} as const satisfies ContractTree;

/** Maximum number of months in the series of a collection's value, which ends with the current month. */
export const VALUE_MONTHS_MAX = 120;

/** Cost and value of a collection. */
export const collectionValue = z
  .object({
    totals: z.array(
      z
        .object({
          currency: z.string(),
          price: z.string(),
          priced_items: z.int(),
          estimated_value: z.string(),
          estimated_items: z.int(),
          // Services of earlier versions do not send these.
          gain: z.string().optional(),
          compared_items: z.int().optional(),
        })
        .meta({ id: 'ValueTotal' }),
    ),
    series: z.array(
      z
        .object({ month: z.string(), currency: z.string(), price: z.string(), estimated_value: z.string() })
        .meta({ id: 'ValueOfMonth' }),
    ),
  })
  .meta({ id: 'CollectionValue' });

export const getMyValue = endpoint({
  id: 'getMyValue',
  path: '/api/collections/me/value/',
  summary: "Get the value of the caller's collection",
  query: z.object(ownItemFilters),
  responses: { 200: { schema: collectionValue } },
});

/** The kits of the caller's items, for front ends that mark them. */
export const ownedKits = z
  .object({
    kits: z.array(z.object({ kit: id, items: z.array(z.int({ abort: true })) }).meta({ id: 'OwnedKit' })),
  })
  .meta({ id: 'OwnedKits' });

export const listMyKits = endpoint({
  id: 'listMyKits',
  path: '/api/collections/me/kits/',
  summary: "List the kits of the caller's items",
  responses: { 200: { schema: ownedKits } },
});
