import { query, type Database } from '@kitroom/server/database/database';
import type { Page } from '@kitroom/server/http/paging';
import { NAMED_ITEM_COLUMNS, type NamedItemRow } from '../items/item-columns.ts';

/** A link; without an item it shares its owner's collection. */
export interface ShareRow {
  id: number;
  user_id: number;
  item_id: number | null;
  password_hash: string | null;
  title: string;
  created_at: Date;
  expires_at: Date | null;
}

export interface NewShare {
  user_id: number;
  item_id: number | null;
  token_hash: Buffer;
  password_hash: string | null;
  title: string;
  expires_at: string | null;
}

/** The fields to change; undefined: unchanged. */
export interface ShareChanges {
  title: string | undefined;
  expires_at: string | null | undefined;
  password_hash: string | null | undefined;
}

const COLUMNS = `shares.id, shares.user_id, shares.item_id, shares.password_hash, shares.title, shares.created_at,
  shares.expires_at`;

/**
 * Makes other changes to the user's links wait until the transaction ends. Returns false if the item was deleted, or is
 * no longer public, since it was checked: it is locked before its owner, as in the deletion of an account.
 */
export async function lockShares(db: Database, userId: number, itemId: number | null): Promise<boolean> {
  if (itemId !== null) {
    const sql = 'select id from items where id = ? and user_id = ? and is_public for key share';
    if ((await query(db, sql, [itemId, userId])).length === 0) return false;
  }
  await query(db, 'select id from users where id = ? for no key update', [userId]);
  return true;
}

export async function insertShare(db: Database, share: NewShare): Promise<ShareRow> {
  const [row] = await db('shares').insert(share).returning<ShareRow[]>(db.raw(COLUMNS));
  if (!row) throw new Error('insert returned no row');
  return row;
}

/** A page of the user's links, newest first, and how many there are; 0 also for a page past the end. */
export async function listSharePage(
  db: Database,
  userId: number,
  { page, size }: Page,
): Promise<{ rows: ShareRow[]; count: number }> {
  const rows = await query<ShareRow & { total_count: number }>(
    db,
    `select ${COLUMNS}, count(*) over () as total_count from shares where user_id = ?
     order by id desc limit ? offset ?`,
    [userId, size, Math.max(0, page - 1) * size],
  );
  return { rows, count: rows[0]?.total_count ?? 0 };
}

/** All links of a user, oldest first. */
export function listShareRows(db: Database, userId: number): Promise<ShareRow[]> {
  return query<ShareRow>(db, `select ${COLUMNS} from shares where user_id = ? order by id`, [userId]);
}

/** How many links of the user have not expired. */
export async function countLiveShares(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    'select count(*) as count from shares where user_id = ? and (expires_at is null or expires_at > now())',
    [userId],
  );
  return row?.count ?? 0;
}

/** Deletes links that expired so many days ago; returns how many. */
export async function deleteExpiredShares(db: Database, days: number): Promise<number> {
  const rows = await query(
    db,
    'delete from shares where expires_at < now() - make_interval(days => ?) returning id',
    [days],
  );
  return rows.length;
}

/** Whether the user has this link. */
export async function hasShare(db: Database, id: number, userId: number): Promise<boolean> {
  const rows = await query(db, 'select from shares where id = ? and user_id = ?', [id, userId]);
  return rows.length > 0;
}

/** Changes the user's own link; undefined if there is none. */
export async function updateShare(
  db: Database,
  { id, userId }: { id: number; userId: number },
  { title, expires_at: expiresAt, password_hash: passwordHash }: ShareChanges,
): Promise<ShareRow | undefined> {
  const [row] = await query<ShareRow>(
    db,
    `update shares set
       title = coalesce(?, title),
       expires_at = case when ? then ?::timestamptz else expires_at end,
       password_hash = case when ? then ? else password_hash end
     where id = ? and user_id = ? returning ${COLUMNS}`,
    [
      title ?? null,
      expiresAt !== undefined,
      expiresAt ?? null,
      passwordHash !== undefined,
      passwordHash ?? null,
      id,
      userId,
    ],
  );
  return row;
}

/** Deletes the user's own link; returns whether there was one. */
export async function removeShare(db: Database, id: number, userId: number): Promise<boolean> {
  const rows = await query(db, 'delete from shares where id = ? and user_id = ? returning id', [id, userId]);
  return rows.length > 0;
}

/** The link with this token, unless it has expired, its owner is blocked, or its item is no longer public. */
export async function findLiveShare(db: Database, tokenHash: Buffer): Promise<ShareRow | undefined> {
  const [row] = await query<ShareRow>(
    db,
    `select ${COLUMNS} from shares
     join users on users.id = shares.user_id left join items on items.id = shares.item_id
     where shares.token_hash = ? and users.is_active and (shares.expires_at is null or shares.expires_at > now())
       and (shares.item_id is null or items.is_public)`,
    [tokenHash],
    'live share',
  );
  return row;
}

/** An item that a link shares. */
export async function findSharedItem(
  db: Database,
  { user_id: userId, item_id: itemId }: ShareRow,
  id: number,
): Promise<NamedItemRow | undefined> {
  const [row] = await query<NamedItemRow>(
    db,
    `select ${NAMED_ITEM_COLUMNS} from items
     where items.id = ? and items.user_id = ? and items.is_public and items.id = coalesce(?::integer, items.id)`,
    [id, userId, itemId],
    'shared item',
  );
  return row;
}

/** What forbids sharing an item: a private one, or a draft; undefined if the user has no such item. */
export async function findShareable(
  db: Database,
  id: number,
  userId: number,
): Promise<{ is_private: boolean; is_draft: boolean } | undefined> {
  const [row] = await query<{ is_private: boolean; is_draft: boolean }>(
    db,
    'select is_private, is_draft from items where id = ? and user_id = ?',
    [id, userId],
  );
  return row;
}
