import { query, type Database } from '@kitroom/server/database/database';
import type { ListSource } from '@kitroom/server/pages/list-queries';

/** A stored API key: only the hash of the key is kept. */
export interface ApiKeyRow {
  id: number;
  name: string;
  /** Requests per window; null for the default limit. */
  rate_limit: number | null;
  is_unlimited: boolean;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export interface NewApiKey {
  name: string;
  keyHash: Buffer;
  rateLimit: number | null;
  isUnlimited: boolean;
  expiresAt: Date | null;
}

const COLUMNS = 'id, name, rate_limit, is_unlimited, created_at, expires_at, revoked_at';

/** The list of keys. */
export const KEY_LIST: ListSource = {
  table: 'api_keys',
  columns: 'name, rate_limit, is_unlimited, created_at, expires_at, revoked_at',
  filters: {},
  orders: {},
};

/** The key with this hash if it is valid now, by the database's clock. */
export async function findValidApiKey(db: Database, keyHash: Buffer): Promise<ApiKeyRow | undefined> {
  const [row] = await query<ApiKeyRow>(
    db,
    `select ${COLUMNS} from api_keys
     where key_hash = ? and revoked_at is null and (expires_at is null or expires_at > now())`,
    [keyHash],
  );
  return row;
}

export function listApiKeys(db: Database): Promise<ApiKeyRow[]> {
  return query<ApiKeyRow>(db, `select ${COLUMNS} from api_keys order by id`);
}

export async function insertApiKey(db: Database, key: NewApiKey): Promise<void> {
  await query(
    db,
    'insert into api_keys (name, key_hash, rate_limit, is_unlimited, expires_at) values (?, ?, ?, ?, ?)',
    [key.name, key.keyHash, key.rateLimit, key.isUnlimited, key.expiresAt],
  );
}

/** Revokes a key; returns false if it is unknown or already revoked. */
export async function revokeApiKey(db: Database, id: number): Promise<boolean> {
  const rows = await query(
    db,
    'update api_keys set revoked_at = now() where id = ? and revoked_at is null returning id',
    [id],
  );
  return rows.length > 0;
}
