import * as z from 'zod';
import { patchImportRow, patchImportRows } from './imports.ts';
import { batchItems, cloneItem } from './item-batch.ts';
import { fieldsOfType, ITEM_FIELDS, TYPE_FIELD_NAMES } from './item-fields.ts';
import { OTHER_TYPES, OUTERWEAR_TYPES, type ItemType } from './item-vocabulary.ts';
import { createItem, patchItem, putItem } from './items.ts';

// The bodies of items by their type, for the documentation. The contracts take the fields of all types,
// because the service reports those of other types together with all other errors: nothing that a bundle
// contains may import this file.

/** The body of an item of one type; `own` are fields of which it accepts less than other types. */
function newItemOf<T extends ItemType>(type: T, name: string, own: z.ZodRawShape = {}) {
  const ofOthers: readonly string[] = TYPE_FIELD_NAMES.filter((field) => !fieldsOfType(type).includes(field));
  const fields = Object.entries<z.ZodType>(ITEM_FIELDS).filter(([field]) => !ofOthers.includes(field));
  return z
    .object({ ...Object.fromEntries(fields), ...own })
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
 * The contracts with fields of items in their body, as the OpenAPI document shows them: a whole item by its
 * type, and changes as one schema.
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

/** The schemas whose common fields the OpenAPI document has once, by the name of the schema with these. */
export const ITEM_BASES = {
  ItemBase: TYPE_NAMES.flatMap((name) => [name, `${name}WithPhotos`]),
  NewItemBase: [...TYPE_NAMES.map((name) => `New${name}`), 'ItemChanges'],
};
