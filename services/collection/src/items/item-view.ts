import type * as z from 'zod';
import {
  ITEM_COLOURS,
  SIZES,
  type itemDetail,
  type itemLabels,
  type item as itemSchema,
  type itemValue,
  type photo as photoSchema,
} from '@kitroom/collection-client';
import { versionOf } from '@kitroom/server/http/versions';
import type { PhotoRow } from '../photos/photo-queries.ts';
import { photoVersion } from '../photos/photo-view.ts';
import {
  toFields,
  toOwnFields,
  type ItemNames,
  type ItemRow,
  type ItemText,
  type NamedItemRow,
} from './item-columns.ts';
import type { ListedItemRow, MainPhoto } from './item-page-queries.ts';
import type { ItemValueRow } from './item-value-queries.ts';

type Item = z.input<typeof itemSchema>;
type ItemDetail = z.input<typeof itemDetail>;
type Photo = z.input<typeof photoSchema>;

/** An item without the names of its references. */
type PlainItem = Omit<Item, 'labels'>;

/** An item without private fields: with the base fields and those of its type. */
export function toItem(row: ItemRow): PlainItem {
  return toWireItem(row, toFields(row));
}

/** An item as its owner sees it, with private fields. */
export function toOwnItem(row: ItemRow): PlainItem {
  return toWireItem(row, toOwnFields(row));
}

/** An item with its photos in order, as a user or a visitor with a share link sees it. */
export function toItemDetail(row: NamedItemRow, viewerId: number | undefined, photos: Photo[]): ItemDetail {
  const item = row.user_id === viewerId ? toOwnItem(row) : toItem(row);
  return { ...item, labels: toLabels(row), photos } as ItemDetail;
}

/** The version of an item's fields and of its photos in order, for the ETag. */
export function itemVersion(row: ItemRow, photos: readonly PhotoRow[]): string {
  return versionOf([toOwnItem(row), photos.map((photo) => [photo.id, photoVersion(photo)])]);
}

/** Turns a storage key into a URL. */
export type ToUrl = (key: string) => string;

/** An item in its owner's list. */
export function toListedItem(row: ListedItemRow, toUrl: ToUrl): Item {
  const { photo_count } = row;
  return { ...toOwnItem(row), labels: toLabels(row), ...toMainPhoto(row, toUrl), photo_count } as Item;
}

/** The URLs of an item's main photo. */
export function toMainPhoto(row: MainPhoto, toUrl: ToUrl) {
  return {
    main_photo: row.photo_key && toUrl(row.photo_key),
    main_photo_thumbnail: row.thumbnail_key && toUrl(row.thumbnail_key),
    main_photo_card: row.card_key && toUrl(row.card_key),
  };
}

/** The texts to display in place of ids. */
export function toLabels(
  row: ItemNames & Pick<ItemRow, 'main_color' | 'size' | ItemText>,
): z.input<typeof itemLabels> {
  const colour = ITEM_COLOURS.find(({ id }) => id === row.main_color);
  return {
    brand: row.brand_name ?? (row.brand_text || null),
    club: row.club_name ?? (row.club_text || null),
    club_logo: row.club_logo,
    season: row.season_year ?? (row.season_text || null),
    kit: row.kit_name,
    kit_image: row.kit_image,
    main_color: colour ? { name: colour.name, color: colour.color } : null,
    size: SIZES.find(({ id }) => id === row.size)?.name ?? (row.size_text || null),
  };
}

/** An entry of the history of an item's estimated value. */
export function toItemValue({ estimated_value, changed_at }: ItemValueRow): z.input<typeof itemValue> {
  return { estimated_value, changed_at: changed_at.toISOString() };
}

function toWireItem(row: ItemRow, fields: ReturnType<typeof toFields>): PlainItem {
  return {
    id: row.id,
    item_type: row.item_type,
    name: row.name,
    user: row.user_id,
    ...fields,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as PlainItem;
}
