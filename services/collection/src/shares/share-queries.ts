import { query, type Database } from '@kitroom/server/database/database';
import {
  ago,
  countRows,
  definedColumns,
  hasRows,
  listPage,
  onlyRow,
  qualify,
  type PageOf,
} from '@kitroom/server/database/query-parts';
import type { Page } from '@kitroom/server/http/paging';
import { users } from '../accounts/users/user-queries.ts';
import { NAMED_ITEM_COLUMNS, type ItemRow, type NamedItemRow } from '../items/item-columns.ts';

/** The table `shares` of links. A link without an item shares its owner's collection. */
interface ShareTable {
  id: number;
  user_id: number;
  item_id: number | null;
  token_hash: Buffer;
  password_hash: string | null;
  title: string;
  created_at: Date;
  expires_at: Date | null;
}

const shares = (db: Database) => db<ShareTable>('shares');

export type ShareRow = Omit<ShareTable, 'token_hash'>;

export type NewShare = Omit<ShareTable, 'id' | 'created_at'>;

/** The fields to change; undefined ones remain unchanged. */
interface ShareChanges {
  title: string | undefined;
  expires_at: Date | null | undefined;
  password_hash: string | null | undefined;
}

const FIELDS = [
  'id',
  'user_id',
  'item_id',
  'password_hash',
  'title',
  'created_at',
  'expires_at',
] as const satisfies Array<keyof ShareRow>;
const COLUMNS = qualify('shares', FIELDS);

/**
 * Makes other changes to the user's links wait until the transaction ends. Returns false if the item was
 * deleted, or is no longer public, since it was checked. It is locked before its owner, as in the deletion of
 * an account.
 */
export async function lockShares(db: Database, userId: number, itemId: number | null): Promise<boolean> {
  if (itemId !== null) {
    const item = db('items').where({ id: itemId, user_id: userId, is_public: true });
    if (!(await hasRows(item.forKeyShare()))) return false;
  }
  await users(db).where({ id: userId }).forNoKeyUpdate().first('id');
  return true;
}

export async function insertShare(db: Database, share: NewShare): Promise<ShareRow> {
  return onlyRow(shares(db).insert(share).returning(FIELDS));
}

/** A page of the user's links, newest first, and how many there are. */
export async function listSharePage(db: Database, userId: number, page: Page): Promise<PageOf<ShareRow>> {
  return listPage(shares(db).where({ user_id: userId }).orderBy('id', 'desc').select(FIELDS), page);
}

/** All links of a user, oldest first. */
export async function listShareRows(db: Database, userId: number): Promise<ShareRow[]> {
  return shares(db).where({ user_id: userId }).orderBy('id').select(FIELDS);
}

/** How many links of the user have not expired. */
export async function countLiveShares(db: Database, userId: number): Promise<number> {
  return countRows(
    shares(db).where({ user_id: userId }).whereRaw('(expires_at is null or expires_at > now())'),
  );
}

/** Deletes links that expired more than `days` ago; returns how many. */
export async function deleteExpiredShares(db: Database, days: number): Promise<number> {
  return shares(db).where('expires_at', '<', ago(db, { days })).delete();
}

/** The user's own link. */
export async function findShare(db: Database, id: number, userId: number): Promise<ShareRow | undefined> {
  return shares(db).where({ id, user_id: userId }).first(FIELDS);
}

/** Changes the user's own link; returns undefined if there is no such link. */
export async function updateShare(
  db: Database,
  { id, userId }: { id: number; userId: number },
  changes: ShareChanges,
): Promise<ShareRow | undefined> {
  const [row] = await shares(db)
    .where({ id, user_id: userId })
    // Without any changes, the statement sets a column to itself.
    .update({ title: db.ref('title'), ...definedColumns(changes) })
    .returning(FIELDS);
  return row;
}

/** Deletes the user's own link; returns whether there was one. */
export async function removeShare(db: Database, id: number, userId: number): Promise<boolean> {
  return (await shares(db).where({ id, user_id: userId }).delete()) > 0;
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

/** The fields that may forbid sharing an item; undefined if the user has no such item. */
export async function findShareable(
  db: Database,
  id: number,
  userId: number,
): Promise<{ is_private: boolean; is_draft: boolean } | undefined> {
  return db<ItemRow>('items').where({ id, user_id: userId }).first('is_private', 'is_draft');
}
