import { toEmailKey } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { USER_COLUMNS, type UserRow } from '../users/user-queries.ts';

/** A provider's identifier of a user. */
export interface IdentityKey {
  provider: string;
  issuer: string;
  subject: string;
}

/** The user linked to an identity, blocked or not. */
export async function findIdentityUser(
  db: Database,
  { provider, issuer, subject }: IdentityKey,
): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(
    db,
    `select ${USER_COLUMNS} from identities join users on users.id = identities.user_id
     where identities.provider = ? and identities.issuer = ? and identities.subject = ?`,
    [provider, issuer, subject],
  );
  return row;
}

/** The user with an address, even if blocked or not verified. */
export async function findEmailOwner(db: Database, email: string): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(db, `select ${USER_COLUMNS} from users where email_key = ?`, [
    toEmailKey(email),
  ]);
  return row;
}

/** Links an identity unless it is already linked; returns its user, who may be another one. */
export async function linkIdentity(
  db: Database,
  { provider, issuer, subject }: IdentityKey,
  userId: number,
): Promise<number | undefined> {
  const [row] = await query<{ user_id: number }>(
    db,
    // A no-op update, because only changed rows are returned.
    `insert into identities (provider, issuer, subject, user_id) values (?, ?, ?, ?)
     on conflict on constraint identities_key do update set user_id = identities.user_id
     returning user_id`,
    [provider, issuer, subject, userId],
  );
  return row?.user_id;
}

/** The providers linked to a user. */
export function listIdentities(
  db: Database,
  userId: number,
): Promise<Array<Pick<IdentityKey, 'provider' | 'issuer'>>> {
  return query(db, 'select distinct provider, issuer from identities where user_id = ?', [userId]);
}

/** All data of a user's identities. */
export function exportIdentities(db: Database, userId: number): Promise<unknown[]> {
  return query(
    db,
    'select provider, issuer, subject, created_at from identities where user_id = ? order by created_at',
    [userId],
  );
}

/** Whether a user has a password; locks the row until the transaction ends. */
export async function lockPassword(db: Database, userId: number): Promise<boolean> {
  const [row] = await query<{ has_password: boolean }>(
    db,
    'select password_hash is not null as has_password from users where id = ? for update',
    [userId],
  );
  return row?.has_password ?? false;
}

export async function deleteIdentities(db: Database, userId: number, provider: string): Promise<void> {
  await query(db, 'delete from identities where user_id = ? and provider = ?', [userId, provider]);
}
