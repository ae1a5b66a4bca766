import { query, type Database } from '@kitroom/server/database/database';
import { ago } from '@kitroom/server/database/query-parts';
import { PHOTO_UNATTACHED_HOURS } from '@kitroom/collection-client';
import type { PhotoKeys } from './photo-files.ts';
import { PHOTO_KEYS, photos } from './photo-queries.ts';

/** Deletes photos that were not attached to an item in time, at most `limit`; returns their files. */
export async function deleteUnattachedPhotos(db: Database, limit: number): Promise<PhotoKeys[]> {
  const unattached = photos(db)
    .whereNull('item_id')
    .where('uploaded_at', '<', ago(db, { hours: PHOTO_UNATTACHED_HOURS }))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select('id');
  return photos(db).whereNull('item_id').whereIn('id', unattached).delete(PHOTO_KEYS);
}

/** The storage keys that photos refer to. */
export async function listNamedByPhotos(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ key: string }>(
    db,
    `
    select image_key as key from photos where image_key = any (?)
    union all select avif_key from photos where avif_key = any (?)
    union all select card_key from photos where card_key = any (?)
    union all select thumbnail_key from photos where thumbnail_key = any (?)
    `,
    [keys, keys, keys, keys],
  );
  return rows.map(({ key }) => key);
}
