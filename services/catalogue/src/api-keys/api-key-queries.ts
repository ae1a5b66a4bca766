import type { Database } from '@kitroom/server/database/database';
import type { ListSource } from '@kitroom/server/pages/list-queries';

/** The table `api_keys`. */
export interface ApiKeyRow {
  id: number;
  /** The hash of the key; the key itself is not stored. */
  key_hash: Buffer;
  name: string;
  /** Requests per window; null for the default limit. */
  rate_limit: number | null;
  is_unlimited: boolean;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const apiKeys = (db: Database) => db<ApiKeyRow>('api_keys');

/** The source of the list of keys. */
export const KEY_LIST: ListSource = {
  table: 'api_keys',
  columns: 'name, rate_limit, is_unlimited, created_at, expires_at, revoked_at',
  filters: {},
  orders: {},
};

/** Finds the key with this hash if it is valid now, by the database's clock. */
export async function findValidApiKey(db: Database, keyHash: Buffer): Promise<ApiKeyRow | undefined> {
  return apiKeys(db)
    .where({ key_hash: keyHash, revoked_at: null })
    .whereRaw('(expires_at is null or expires_at > now())')
    .first();
}

export async function listApiKeys(db: Database): Promise<ApiKeyRow[]> {
  return apiKeys(db).orderBy('id').select();
}

export async function insertApiKey(
  db: Database,
  key: Omit<ApiKeyRow, 'id' | 'created_at' | 'revoked_at'>,
): Promise<void> {
  await apiKeys(db).insert(key);
}

/** Revokes a key; returns false if it is unknown or already revoked. */
export async function revokeApiKey(db: Database, id: number): Promise<boolean> {
  const revoked = await apiKeys(db).where({ id, revoked_at: null }).update({ revoked_at: db.fn.now() });
  return revoked > 0;
}
