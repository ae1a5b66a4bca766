import { idInput, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { COUNTS_MAX } from './archive-filters.ts';
import { commonErrors, errorResponse, invalidInput } from './errors.ts';
import { itemFilters } from './item-filters.ts';
import { itemLabels } from './item-labels.ts';
import { ITEM_TYPES } from './item-vocabulary.ts';
import { pageNumber, pageSize } from './pages.ts';

const TAG = 'Collections';

/** How many months the statistics report additions for, the current one included. */
export const STATISTICS_MONTHS = 24;

const id = z.int();
const count = z.int();
const unnamed = 'Null until it is known from the catalogue.';
const name = z.string().nullable().meta({ description: unnamed });
const recordId = id
  .nullable()
  .meta({ description: 'The id in the catalogue. Null for a text that the item has instead.' });

const rendition = (form: string) =>
  z
    .string()
    .nullable()
    .meta({
      description: `The URL of the same photo, ${form} Null without a photo, or until it has been made.`,
    });

/** An item of a list, with the names of its references. */
export const collectionItem = z
  .object({
    id,
    item_type: z.enum(ITEM_TYPES),
    name: z.string(),
    brand: z.object({ id: recordId, name }).meta({ id: 'ItemBrand' }).nullable(),
    club: z.object({ id: recordId, name, logo: name }).meta({ id: 'ItemClub' }).nullable(),
    season: z.object({ id: recordId, year: name }).meta({ id: 'ItemSeason' }).nullable(),
    kit: id.nullable().meta({ description: "The catalogue's kit." }),
    size: id.nullable().meta({ description: 'A size of `GET /api/sizes/`.' }),
    main_color: id.nullable().meta({ description: 'A colour of `GET /api/colors/`.' }),
    design: z.string().nullable().meta({ description: 'A design of `GET /api/designs/`.' }),
    labels: itemLabels,
    main_photo: z.string().nullable().meta({ description: 'The URL of the photo with the lowest order.' }),
    main_photo_thumbnail: rendition('100 × 100 pixels, JPEG.'),
    main_photo_card: rendition('At most 480 × 640 pixels, WebP.'),
    condition: z.int().meta({ description: '1 to 10; 10 is as new' }),
    is_private: z.boolean(),
    created_at: z.iso.datetime(),
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
const records = (what: string) =>
  z
    .array(countOfRecord)
    .max(COUNTS_MAX)
    .meta({
      description:
        `At most ${COUNTS_MAX} ${what}, largest count first. Texts that are equal, ignoring case and accents, count ` +
        'as one, with `id` null.',
    });

export const collectionStatistics = z
  .object({
    total_items: count,
    by_type: z.array(
      z.object({ id: z.enum(ITEM_TYPES), name: z.string(), count }).meta({ id: 'CountOfType' }),
    ),
    by_club: records('clubs'),
    by_brand: records('brands'),
    by_season: records('seasons'),
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

const params = z.object({ user_id: idInput("The user's id.") });
const namedParams = z.object({
  username: z.string().meta({ description: 'The username, case-insensitive.' }),
});
const page = { page: pageNumber, page_size: pageSize() } as const;
const noPage = errorResponse('The page does not exist.');
const notYours = errorResponse('The collection is private.');
const noUser = errorResponse('The user does not exist.');

const collectionAnswer = { description: 'The collection.', schema: collection };
export const itemsAnswer = {
  description: 'A page of items.',
  schema: envelopeOf(collectionItem, 'ItemPage'),
};

export const listCollections = {
  id: 'listCollections',
  method: 'GET',
  path: '/api/collections/',
  tag: TAG,
  summary: 'List public collections',
  description:
    'Collections of users with a public profile and at least one public item, most recently changed ' +
    'first.',
  query: z.object(page),
  responses: {
    200: { description: 'A page of collections.', schema: envelopeOf(collectionSummary, 'CollectionPage') },
    400: invalidInput,
    404: noPage,
    ...commonErrors,
  },
} as const satisfies Contract;

export const getMyCollection = {
  id: 'getMyCollection',
  method: 'GET',
  path: '/api/collections/me/',
  tag: TAG,
  summary: "Get the caller's collection",
  description: 'Statistics of all items except drafts, which are counted in `drafts`.',
  responses: { 200: collectionAnswer, ...commonErrors },
} as const satisfies Contract;

export const getCollection = {
  id: 'getCollection',
  method: 'GET',
  path: '/api/collections/{user_id}/',
  tag: TAG,
  summary: "Get a user's collection",
  description:
    'Statistics of public items except drafts; for the caller’s own collection, the same as ' +
    '`/api/collections/me/`.',
  params,
  responses: { 200: collectionAnswer, 403: notYours, 404: noUser, ...commonErrors },
} as const satisfies Contract;

export const getNamedCollection = {
  ...getCollection,
  id: 'getNamedCollection',
  path: '/api/collections/@{username}/',
  summary: "Get a user's collection by username",
  description: 'The same as `/api/collections/{user_id}/`.',
  params: namedParams,
} as const satisfies Contract;

export const listMyCollectionItems = {
  id: 'listMyCollectionItems',
  method: 'GET',
  path: '/api/collections/me/items/',
  tag: TAG,
  summary: "List the items of the caller's collection",
  description: 'Filters are combined with AND. Drafts are included only if `is_draft` is set.',
  query: z.object({ ...itemFilters, ...page }),
  responses: { 200: itemsAnswer, 400: invalidInput, 404: noPage, ...commonErrors },
} as const satisfies Contract;

export const listCollectionItems = {
  id: 'listCollectionItems',
  method: 'GET',
  path: '/api/collections/{user_id}/items/',
  tag: TAG,
  summary: "List the items of a user's collection",
  description:
    'Public items except drafts; for the caller’s own collection, the same as ' +
    '`/api/collections/me/items/`.',
  params,
  query: z.object({ ...itemFilters, ...page }),
  responses: {
    200: itemsAnswer,
    400: invalidInput,
    403: notYours,
    404: errorResponse('The user or the page does not exist.'),
    ...commonErrors,
  },
} as const satisfies Contract;

export const listNamedCollectionItems = {
  ...listCollectionItems,
  id: 'listNamedCollectionItems',
  path: '/api/collections/@{username}/items/',
  summary: "List the items of a user's collection by username",
  description: 'The same as `/api/collections/{user_id}/items/`.',
  params: namedParams,
} as const satisfies Contract;

/** By the names of the client’s methods. */
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

/** The paginated envelope: a page of a list, and the URLs of its neighbours. */
function envelopeOf<S extends z.ZodType>(entry: S, envelope: string) {
  const neighbour = z.string().nullable();
  return z
    .object({
      count: z.int().meta({ description: 'The number of entries on all pages.' }),
      next: neighbour.meta({ description: 'The URL of the next page.' }),
      previous: neighbour.meta({ description: 'The URL of the previous page.' }),
      results: z.array(entry),
    })
    .meta({ id: envelope });
}
