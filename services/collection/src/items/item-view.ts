import type { Item, ItemDetail, Photo } from '@kitroom/collection-client';
import { toFields, type ItemRow } from './item-columns.ts';

/** An item with the base fields and those of its type. */
export function toItem(row: ItemRow): Item {
  return {
    id: row.id,
    item_type: row.item_type,
    name: row.name,
    user: row.user_id,
    ...toFields(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as Item;
}

/** An item with its photos, in their order. */
export function toItemDetail(row: ItemRow, photos: Photo[]): ItemDetail {
  return { ...toItem(row), photos };
}
