import { query, type Database } from '@kitroom/server/database/database';
import type { PhotoRow } from '../photos/photo-queries.ts';
import { findUsernameKeys, IS_NAMED } from '../accounts/users/username-keys.ts';

/** A photo as staff see it. */
export interface OverseenPhoto extends PhotoRow {
  username: string;
  /** The name of its item; null while it waits for one. */
  item_name: string | null;
}

const PHOTOS = `
  select photos.id, photos.user_id, photos.item_id, photos.image_key, photos.avif_key, photos.thumbnail_key,
    photos.width, photos.height, photos.caption, photos.sort_order, photos.uploaded_at,
    items.item_type, items.name as item_name, users.username
  from photos join users on users.id = photos.user_id left join items on items.id = photos.item_id
`;

/** Photos, newest first; those of an owner. */
export function listPhotos(
  db: Database,
  owner: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<OverseenPhoto[]> {
  return query<OverseenPhoto>(
    db,
    `${PHOTOS} where ?::text is null or ${IS_NAMED} order by photos.id desc limit ? offset ?`,
    [owner ?? null, ...findUsernameKeys(owner ?? ''), limit, offset],
  );
}

/** Any photo. */
export async function findPhoto(db: Database, id: number): Promise<OverseenPhoto | undefined> {
  const [row] = await query<OverseenPhoto>(db, `${PHOTOS} where photos.id = ?`, [id]);
  return row;
}
