import type * as z from 'zod';
import { CONTENT_TYPE_IDS, type photo } from '@kitroom/collection-client';
import { versionOf } from '@kitroom/server/http/versions';
import type { Storage } from '../storage/storage.ts';
import type { PhotoRow } from './photo-queries.ts';

type Photo = z.input<typeof photo>;

/** The version of a photo's own fields, without its renditions. */
export function photoVersion(
  row: Pick<PhotoRow, 'item_id' | 'image_key' | 'caption' | 'sort_order'>,
): string {
  return versionOf([row.item_id, row.image_key, row.caption, row.sort_order]);
}

export function toPhoto(row: PhotoRow, storage: Storage, baseUrl: string): Photo {
  const urlOf = (key: string | null) => (key === null ? null : storage.url(key, baseUrl));
  return {
    id: row.id,
    content_type: row.item_type === null ? null : CONTENT_TYPE_IDS[row.item_type],
    object_id: row.item_id,
    image: storage.url(row.image_key, baseUrl),
    image_avif: urlOf(row.avif_key),
    image_card: urlOf(row.card_key),
    thumbnail: urlOf(row.thumbnail_key),
    caption: row.caption,
    order: row.sort_order,
    width: row.width,
    height: row.height,
    uploaded_at: row.uploaded_at.toISOString(),
    user: row.user_id,
  };
}
