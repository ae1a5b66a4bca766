import type { Item, ItemDetail, ItemValue, Photo } from '@kitroom/collection-client';
import { toFields, toPrivateFields, type ItemRow } from './item-columns.ts';
import type { ItemValueRow } from './item-value-queries.ts';

/** An item as everyone may see it who may see it at all: with the base fields and those of its type. */
export function toItem(row: ItemRow): Item {
  return toWireItem(row, toFields(row));
}

/** An item as its owner sees it. */
export function toOwnItem(row: ItemRow): Item {
  return toWireItem(row, { ...toFields(row), ...toPrivateFields(row) });
}

/** An item as a user sees it, with its photos in their order. */
export function toItemDetail(row: ItemRow, viewerId: number, photos: Photo[]): ItemDetail {
  const item = row.user_id === viewerId ? toOwnItem(row) : toItem(row);
  return { ...item, photos };
}

/** An entry of the history of an item's estimated value. */
export function toItemValue({ estimated_value, changed_at }: ItemValueRow): ItemValue {
  return { estimated_value, changed_at: changed_at.toISOString() };
}

function toWireItem(row: ItemRow, fields: ReturnType<typeof toFields>): Item {
  return {
    id: row.id,
    item_type: row.item_type,
    name: row.name,
    user: row.user_id,
    ...fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as Item;
}
