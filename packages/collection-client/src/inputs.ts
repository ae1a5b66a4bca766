import type { z } from 'zod';
import type { ITEM_FIELDS } from './contracts/item-fields.ts';
import type { ItemType } from './contracts/item-vocabulary.ts';
import type { Item } from './contracts/items.ts';
import type { listPhotos, patchPhoto } from './contracts/photos.ts';

type ItemFields = typeof ITEM_FIELDS;
type ItemField = keyof ItemFields;

/** The fields that can be written of an item of one type: those that the type is answered with. */
type FieldsOf<T extends ItemType> = Extract<Item, { item_type: T }>;

/**
 * An item of one type as it is written. `type` is narrower than its schema, which does not know the item's type.
 */
export type NewItemOf<T extends ItemType> = { item_type: T } & {
  [K in Exclude<ItemField & keyof FieldsOf<T>, 'item_type'>]?:
    (K extends 'type' ? FieldsOf<T>[K] : z.input<ItemFields[K]>) | undefined;
};

/**
 * An item to be created, or to stand in the place of another one. A draft (`is_draft`) needs `item_type` alone;
 * otherwise `name` and `brand` are required, `size` for all types but `other`, and `type` for outerwear and `other`.
 */
export type NewItem = { [T in ItemType]: NewItemOf<T> }[ItemType];

/** What changes of an item. A field that its type does not have is refused; `item_type` never changes. */
export type ItemChanges = { [K in ItemField]?: z.input<ItemFields[K]> | undefined };

type PhotoFields = z.output<typeof patchPhoto.body>;

/** A photo to be uploaded. Without `content_type` and `object_id` it belongs to no item yet. */
export type NewPhoto = PhotoFields & { image: Blob };

/** What changes of a photo; a new picture replaces all files. */
export type PhotoChanges = PhotoFields & { image?: Blob | undefined };

/** What narrows the list of photos, and its page. */
export type PhotoFilters = Partial<z.output<typeof listPhotos.query>>;
