import { query, type Database } from '@kitroom/server/database/database';

/** What a user has here. */
export interface AccountOverview {
  items: number;
  drafts: number;
  private_items: number;
  photos: number;
  /** Share links that still work. */
  shares: number;
  /** Browsers in which they are signed in. */
  sessions: number;
  token_created_at: Date | null;
  token_last_used_at: Date | null;
}

export async function readOverview(db: Database, userId: number): Promise<AccountOverview> {
  const [row] = await query<AccountOverview>(
    db,
    `select counted.*, tokens.created_at as token_created_at, tokens.last_used_at as token_last_used_at,
       (select count(*) from photos where user_id = counted.id) as photos,
       (select count(*) from shares where user_id = counted.id and (expires_at is null or expires_at > now())) as shares,
       (select count(*) from sessions where user_id = counted.id and expire > now()) as sessions
     from (
       select ?::integer as id, count(*) as items, count(*) filter (where is_draft) as drafts,
         count(*) filter (where is_private) as private_items
       from items where user_id = ?
     ) as counted left join tokens on tokens.user_id = counted.id`,
    [userId, userId],
  );
  if (!row) throw new Error('an aggregate returned no row');
  return row;
}

/** The thumbnails of the newest photos of items. */
export function listNewestThumbnails(
  db: Database,
  userId: number,
  limit: number,
): Promise<Array<{ thumbnail_key: string; item_name: string }>> {
  return query(
    db,
    `select photos.thumbnail_key, items.name as item_name from photos join items on items.id = photos.item_id
     where photos.user_id = ? and photos.thumbnail_key is not null order by photos.id desc limit ?`,
    [userId, limit],
  );
}
