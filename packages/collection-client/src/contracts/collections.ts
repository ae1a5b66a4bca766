import { idInput, type Contract } from '@kitroom/shared';
import * as z from 'zod';
import { COUNTS_MAX } from './archive-filters.ts';
import { commonErrors, errorAnswer, invalidInput } from './errors.ts';
import { itemFilters } from './item-filters.ts';
import { ITEM_TYPES } from './item-vocabulary.ts';
import { pageNumber, pageSize } from './pages.ts';

const TAG = 'Collections';

const id = z.int();
const count = z.int();
const unnamed = 'Null while the catalogue has not told it.';
const name = z.string().nullable().meta({ description: unnamed });

/** An item of a list, with the names of what it refers to. */
export const collectionItem = z
  .object({
    id,
    item_type: z.enum(ITEM_TYPES),
    name: z.string(),
    brand: z.object({ id, name }).meta({ id: 'ItemBrand' }).nullable(),
    club: z.object({ id, name, logo: name }).meta({ id: 'ItemClub' }).nullable(),
    season: z.object({ id, year: name }).meta({ id: 'ItemSeason' }).nullable(),
    main_photo: z
      .string()
      .nullable()
      .meta({ description: 'The address of the photo with the lowest order.' }),
    condition: z.int().meta({ description: '1 to 10, 10 is as new' }),
    is_private: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'CollectionItem' });

/** A collection of the list of collections. */
export const collectionSummary = z
  .object({
    user_id: id,
    username: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    item_count: count.meta({ description: 'Public items.' }),
    latest_photo: z.string().nullable().meta({ description: 'The newest photo of a public item.' }),
    updated_at: z.iso
      .datetime()
      .meta({ description: 'When a public item was last added, changed or removed.' }),
  })
  .meta({ id: 'CollectionSummary' });

/** Whose collection it is. */
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

const countOfRecord = z.object({ id, name, count }).meta({ id: 'CountOfRecord' });
const records = (what: string) =>
  z
    .array(countOfRecord)
    .max(COUNTS_MAX)
    .meta({ description: `At most ${COUNTS_MAX} ${what}, most first.` });

/** What a collection amounts to. */
export const collectionStatistics = z
  .object({
    total_items: count,
    by_type: z
      .array(z.object({ id: z.enum(ITEM_TYPES), name: z.string(), count }).meta({ id: 'CountOfType' }))
      .meta({ description: 'Most first.' }),
    by_club: records('clubs'),
    by_brand: records('brands'),
    by_season: records('seasons'),
    by_condition: z
      .array(z.object({ id: z.int(), name: z.string(), count }).meta({ id: 'CountOfCondition' }))
      .meta({ description: 'Most first.' }),
    average_condition: z.number().nullable().meta({ description: 'Two decimals; null without items.' }),
    replicas: count,
    signed: count,
    with_photos: count,
    drafts: count.optional().meta({ description: 'For the owner alone; they count nowhere else.' }),
  })
  .meta({ id: 'CollectionStatistics' });

/** A user's collection: whose it is, and what it amounts to. */
export const collection = z
  .object({ user: collectionOwner, statistics: collectionStatistics })
  .meta({ id: 'Collection' });

const params = z.object({ user_id: idInput("The user's id.") });
const page = { page: pageNumber, page_size: pageSize() } as const;
const noPage = errorAnswer('There is no such page.');
const notYours = errorAnswer('The collection is private.');
const noUser = errorAnswer('There is no such user.');

const collectionAnswer = { description: 'The collection.', schema: collection };
const itemsAnswer = { description: 'A page of items.', schema: envelopeOf(collectionItem, 'ItemPage') };

/** `GET /api/collections/`: the public collections that have something to show. */
export const listCollections = {
  id: 'listCollections',
  method: 'GET',
  path: '/api/collections/',
  tag: TAG,
  summary: 'Public collections',
  description:
    'Those of users whose profile is public, with at least one public item; most recently changed first.',
  query: z.object(page),
  answers: {
    200: { description: 'A page of collections.', schema: envelopeOf(collectionSummary, 'CollectionPage') },
    400: invalidInput,
    404: noPage,
    ...commonErrors,
  },
} as const satisfies Contract;

/** `GET /api/collections/me/`: the caller's collection; all is counted but drafts, which have a number of their own. */
export const getMyCollection = {
  id: 'getMyCollection',
  method: 'GET',
  path: '/api/collections/me/',
  tag: TAG,
  summary: "The caller's collection",
  description: 'Counts everything but drafts; `drafts` tells how many there are.',
  answers: { 200: collectionAnswer, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/collections/{user_id}/`: a user's collection; of another user's the public items count. */
export const getCollection = {
  id: 'getCollection',
  method: 'GET',
  path: '/api/collections/{user_id}/',
  tag: TAG,
  summary: "A user's collection",
  description:
    'Counts public items that are no drafts; in one’s own collection as `/api/collections/me/` does.',
  params,
  answers: { 200: collectionAnswer, 403: notYours, 404: noUser, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/collections/me/items/`: the caller's items, drafts only where they are asked for. */
export const listMyCollectionItems = {
  id: 'listMyCollectionItems',
  method: 'GET',
  path: '/api/collections/me/items/',
  tag: TAG,
  summary: "Items of the caller's collection",
  description: 'All filters combine. Drafts are shown where `is_draft` asks for them.',
  query: z.object({ ...itemFilters, ...page }),
  answers: { 200: itemsAnswer, 400: invalidInput, 404: noPage, ...commonErrors },
} as const satisfies Contract;

/** `GET /api/collections/{user_id}/items/`: a user's items; of another user the public ones. */
export const listCollectionItems = {
  id: 'listCollectionItems',
  method: 'GET',
  path: '/api/collections/{user_id}/items/',
  tag: TAG,
  summary: "Items of a user's collection",
  description:
    'Public items that are no drafts; in one’s own collection as `/api/collections/me/items/` does.',
  params,
  query: z.object({ ...itemFilters, ...page }),
  answers: {
    200: itemsAnswer,
    400: invalidInput,
    403: notYours,
    404: errorAnswer('There is no such user, or no such page.'),
    ...commonErrors,
  },
} as const satisfies Contract;

/** The paginated envelope: a page of a list, and where its neighbours are. */
function envelopeOf<S extends z.ZodType>(entry: S, envelope: string) {
  const neighbour = z.string().nullable();
  return z
    .object({
      count: z.int().meta({ description: 'Entries of all pages.' }),
      next: neighbour.meta({ description: 'The address of the next page.' }),
      previous: neighbour.meta({ description: 'The address of the previous page.' }),
      results: z.array(entry),
    })
    .meta({ id: envelope });
}
