import * as z from 'zod';
import { patchImportRow, patchImportRows } from './imports.ts';
import { batchItems, cloneItem } from './item-batch.ts';
import { fieldsOfType, ITEM_FIELDS, TYPE_FIELD_NAMES } from './item-fields.ts';
import { OTHER_TYPES, OUTERWEAR_TYPES, type ItemType } from './item-vocabulary.ts';
import { createItem, patchItem, putItem } from './items.ts';

// The bodies of items by type, for the documentation. The contracts accept the fields of all types, because
// the service reports those of other types together with all other errors. Code that is bundled must not
// import this file.

/**
 * The body of an item of one type; `overrides` are fields with stricter schemas than those of other types.
 */
function newItemOf<T extends ItemType>(type: T, name: string, overrides: z.ZodRawShape = {}) {
  const fieldsOfOthers: readonly string[] = TYPE_FIELD_NAMES.filter(
    (field) => !fieldsOfType(type).includes(field),
  );
  const fields = Object.entries<z.ZodType>(ITEM_FIELDS).filter(([field]) => !fieldsOfOthers.includes(field));
  return z
    .object({ ...Object.fromEntries(fields), ...overrides })
    .partial()
    .extend({ item_type: z.literal(type) })
    .meta({ id: name });
}

const newItem = z
  .discriminatedUnion('item_type', [
    newItemOf('jersey', 'NewJersey'),
    newItemOf('shorts', 'NewShorts'),
    newItemOf('outerwear', 'NewOuterwear', { type: z.enum(OUTERWEAR_TYPES).nullable() }),
    newItemOf('tracksuit', 'NewTracksuit'),
    newItemOf('pants', 'NewPants'),
    newItemOf('other', 'NewOtherItem', { type: z.enum(OTHER_TYPES).nullable() }),
  ])
  .meta({ id: 'NewItem' });

const itemChanges = z.object(ITEM_FIELDS).partial().meta({ id: 'ItemChanges' });

const withChanges = (body: z.ZodObject) => z.object({ ...body.shape, set: itemChanges.optional() });

/**
 * The contracts with fields of items in their body, for the OpenAPI document: whole items by type, and
 * changes as one schema.
 */
export const documentedItemContracts = [
  { ...createItem, body: newItem },
  { ...putItem, body: newItem },
  { ...patchItem, body: itemChanges },
  { ...cloneItem, body: itemChanges },
  { ...batchItems, body: withChanges(batchItems.body) },
  { ...patchImportRow, body: withChanges(patchImportRow.body) },
  { ...patchImportRows, body: withChanges(patchImportRows.body) },
];

const TYPE_NAMES = ['Jersey', 'Shorts', 'Outerwear', 'Tracksuit', 'Pants', 'OtherItem'];

/** Base schemas of the OpenAPI document, with the schemas whose common fields they contain. */
export const ITEM_BASES = {
  ItemBase: TYPE_NAMES.flatMap((name) => [name, `${name}WithPhotos`]),
  NewItemBase: [...TYPE_NAMES.map((name) => `New${name}`), 'ItemChanges'],
};
