import { FIELDS_OF_TYPE, type Item, type ItemDetail, type Photo } from '@kitroom/collection-client';
import type { ItemRow } from './item-queries.ts';

/** An item with the base fields and those of its type. */
export function toItem(row: ItemRow): Item {
  const own = FIELDS_OF_TYPE[row.item_type].map((field) => [field, row[field === 'kit' ? 'kit_id' : field]]);
  return {
    id: row.id,
    item_type: row.item_type,
    name: row.name,
    user: row.user_id,
    brand: row.brand_id,
    club: row.club_id,
    season: row.season_id,
    condition: row.condition,
    detailed_condition: row.detailed_condition,
    description: row.description,
    is_replica: row.is_replica,
    is_private: row.is_private,
    is_draft: row.is_draft,
    design: row.design,
    main_color: row.main_color,
    secondary_colors: row.secondary_colors,
    country: row.country,
    tags: row.tags,
    ...Object.fromEntries(own),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  } as Item;
}

/** The same with its photos, in their order. */
export function toItemDetail(row: ItemRow, photos: Photo[]): ItemDetail {
  return { ...toItem(row), photos };
}
