import * as z from 'zod';
import { idInput, PAGE_SIZE_MAX, type ContractTree } from '@kitroom/shared';
import { endpointsOf, errorResponse } from './errors.ts';
import { itemBody, SHOWN_FIELDS, shownOfType, type ITEM_FIELDS } from './item-fields.ts';
import { itemFilters } from './item-filters.ts';
import { OTHER_TYPES, OUTERWEAR_TYPES, type ItemType } from './item-vocabulary.ts';
import { money } from './money.ts';
import { pageNumber, pageSize } from './pages.ts';
import { photo } from './photos.ts';

const endpoint = endpointsOf('Items');

const label = z.string().nullable();

/** Names to display instead of an item's ids. */
export const itemLabels = z
  .object({
    brand: label,
    club: label,
    club_logo: label,
    season: label,
    kit: label,
    // Services of earlier versions do not send it.
    kit_image: label.optional(),
    main_color: z.object({ name: z.string(), color: z.string() }).nullable(),
    size: label,
  })
  .meta({ id: 'ItemLabels' });

export type ItemLabels = z.output<typeof itemLabels>;

const id = z.int();

/** Fields of items of every type. */
const BASE = {
  id,
  user: id,
  ...SHOWN_FIELDS.base,
  ...SHOWN_FIELDS.private,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  labels: itemLabels,
} as const;

/** The type-specific fields of each type. */
const TYPE_FIELDS = {
  jersey: shownOfType('jersey'),
  shorts: shownOfType('shorts'),
  outerwear: {
    ...shownOfType('outerwear'),
    type: z.enum(OUTERWEAR_TYPES).nullable(),
    // Services of earlier versions do not send it.
    kit: SHOWN_FIELDS.ofTypes.kit.optional(),
  },
  tracksuit: shownOfType('tracksuit'),
  pants: shownOfType('pants'),
  other: { ...shownOfType('other'), type: z.enum(OTHER_TYPES).nullable() },
} as const;

/** The fields of items of all types in responses, without `user` and `labels`. */
export function itemResponseFields() {
  const { user: _user, labels: _labels, ...base } = BASE;
  return { base, ofTypes: SHOWN_FIELDS.ofTypes };
}

/**
 * An item of any type, with some base fields and those of its type. `suffix` is appended to the names of its
 * schemas.
 */
function itemWith<Base extends z.core.$ZodShape>(base: Base, suffix: string) {
  const ofType = <T extends ItemType>(type: T, name: string) =>
    z.object({ item_type: z.literal(type), ...base, ...TYPE_FIELDS[type] }).meta({ id: `${name}${suffix}` });
  return z
    .discriminatedUnion('item_type', [
      ofType('jersey', 'Jersey'),
      ofType('shorts', 'Shorts'),
      ofType('outerwear', 'Outerwear'),
      ofType('tracksuit', 'Tracksuit'),
      ofType('pants', 'Pants'),
      ofType('other', 'OtherItem'),
    ])
    .meta({ id: `Item${suffix}` });
}

const photoUrl = z.string().nullable().optional();

/** Fields that only the list of the caller's items has. Services of earlier versions do not send them. */
const LISTED = {
  main_photo: photoUrl,
  main_photo_thumbnail: photoUrl,
  main_photo_card: photoUrl,
  photo_count: z.int().optional(),
} as const;

export const item = itemWith({ ...BASE, ...LISTED } as const, '');

export const itemDetail = itemWith({ ...BASE, photos: z.array(photo) } as const, 'WithPhotos');

export type Item = z.output<typeof item>;

export type ItemDetail = z.output<typeof itemDetail>;

type ItemFields = typeof ITEM_FIELDS;

/** A new item of one type. `type` is narrower than its schema, which does not depend on the item's type. */
export type NewItemOf<T extends ItemType> = { item_type: T } & {
  [K in Exclude<keyof ItemFields & keyof Extract<Item, { item_type: T }>, 'item_type'>]?:
    (K extends 'type' ? Extract<Item, { item_type: T }>[K] : z.input<ItemFields[K]>) | undefined;
};

export type NewJersey = NewItemOf<'jersey'>;
export type NewShorts = NewItemOf<'shorts'>;
export type NewOuterwear = NewItemOf<'outerwear'>;
export type NewTracksuit = NewItemOf<'tracksuit'>;
export type NewPants = NewItemOf<'pants'>;
export type NewOtherItem = NewItemOf<'other'>;

/**
 * An item to be created or replaced. `item_type` is required, and `name` unless it is a draft (`is_draft`).
 */
export type NewItem = { [T in ItemType]: NewItemOf<T> }[ItemType];

/** Changes of an item. Fields that its type does not have are rejected; `item_type` cannot change. */
export type ItemChanges = { [K in keyof ItemFields]?: z.input<ItemFields[K]> | undefined };

const itemResource = { path: '/api/items/{id}/', params: z.object({ id: idInput }) } as const;
const itemReplacement = itemBody<NewItem>(['item_type']);
const itemResponse = { schema: itemDetail };
const newItem = { ...itemResponse, headers: ['ETag'] } as const;

export const listItems = endpoint({
  id: 'listItems',
  path: '/api/items/',
  summary: "List the caller's items",
  query: z.object({ ...itemFilters, page: pageNumber, page_size: pageSize(PAGE_SIZE_MAX) }),
  responses: { 200: { schema: z.array(item) } },
});

export const createItem = endpoint({
  id: 'createItem',
  method: 'POST',
  path: '/api/items/',
  summary: 'Create an item',
  body: itemReplacement,
  takesIdempotencyKey: true,
  responses: { 201: newItem },
});

export const getItem = endpoint({
  id: 'getItem',
  ...itemResource,
  summary: 'Get an item',
  responses: { 200: itemResponse },
});

/** An entry of the history of an item's estimated value. */
export const itemValue = z
  .object({ estimated_value: money.nullable(), changed_at: z.iso.datetime() })
  .meta({ id: 'ItemValue' });

export type ItemValue = z.output<typeof itemValue>;

export const listItemValues = endpoint({
  id: 'listItemValues',
  path: '/api/items/{id}/values/',
  summary: "List the history of an item's estimated value",
  params: itemResource.params,
  query: z.object({ page: pageNumber, page_size: pageSize(PAGE_SIZE_MAX) }),
  responses: { 200: { schema: z.array(itemValue) }, 403: errorResponse },
});

export const putItem = endpoint({
  id: 'putItem',
  method: 'PUT',
  ...itemResource,
  summary: 'Replace an item',
  body: itemReplacement,
  responses: { 200: itemResponse, 409: errorResponse, 412: errorResponse },
});

export const patchItem = endpoint({
  id: 'patchItem',
  method: 'PATCH',
  ...itemResource,
  summary: 'Update an item',
  body: itemBody<ItemChanges>(),
  responses: { 200: itemResponse, 409: errorResponse, 412: errorResponse },
});

export const deleteItem = endpoint({
  id: 'deleteItem',
  method: 'DELETE',
  ...itemResource,
  summary: 'Delete an item',
  responses: { 204: {}, 412: errorResponse },
});

/** Endpoints by client method name. */
export const itemEndpoints = {
  /** The caller's items with all their fields, drafts included. */
  list: listItems,
  /** Creates an item; status 400 with `fields` for validation errors. */
  create: createItem,
  /** The caller's own item, or a public one, with its photos; otherwise status 404. */
  get: getItem,
  /** Replaces an item: omitted fields get their defaults. */
  put: putItem,
  patch: patchItem,
  remove: deleteItem,
  /** The history of the estimated value of the caller's own item, oldest first. */
  values: listItemValues,
} as const satisfies ContractTree;
