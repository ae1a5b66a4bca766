import { toEmailKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { USER_FIELDS, users, type UserRow } from '../users/user-queries.ts';

/** A provider's identifier of a user. */
export interface IdentityKey {
  provider: string;
  issuer: string;
  subject: string;
}

/** The table `identities`. */
interface IdentityTable extends IdentityKey {
  user_id: number;
  created_at: Date;
}

const identities = (db: Database) => db<IdentityTable>('identities');

/** The user linked to an identity, blocked or not. */
export async function findIdentityUser(
  db: Database,
  { provider, issuer, subject }: IdentityKey,
): Promise<UserRow | undefined> {
  const linked = identities(db).where({ provider, issuer, subject }).select('user_id');
  return users(db).whereIn('id', linked).first(USER_FIELDS);
}

/** The user with an address, even if blocked or not verified. */
export async function findEmailOwner(db: Database, email: string): Promise<UserRow | undefined> {
  return users(db)
    .where({ email_key: toEmailKey(email) })
    .first(USER_FIELDS);
}

/** Links an identity unless it is already linked; returns the user that it is linked to now. */
export async function linkIdentity(
  db: Database,
  { provider, issuer, subject }: IdentityKey,
  userId: number,
): Promise<number | undefined> {
  const [row] = await identities(db)
    .insert({ provider, issuer, subject, user_id: userId })
    .onConflict(['provider', 'issuer', 'subject'])
    // A no-op update, because only changed rows are returned.
    .merge({ user_id: db.raw('identities.user_id') })
    .returning('user_id');
  return row?.user_id;
}

/** The providers linked to a user. */
export async function listIdentities(
  db: Database,
  userId: number,
): Promise<Array<Pick<IdentityKey, 'provider' | 'issuer'>>> {
  return identities(db).where({ user_id: userId }).distinct('provider', 'issuer');
}

/** All data of a user's identities. */
export async function exportIdentities(db: Database, userId: number): Promise<unknown[]> {
  return identities(db)
    .where({ user_id: userId })
    .orderBy('created_at')
    .select('provider', 'issuer', 'subject', 'created_at');
}

/** Whether a user has a password; locks the row until the transaction ends. */
export async function lockPassword(db: Database, id: number): Promise<boolean> {
  const row = await users(db).where({ id }).forUpdate().first('password_hash');
  return typeof row?.password_hash === 'string';
}

export async function deleteIdentities(db: Database, userId: number, provider: string): Promise<void> {
  await identities(db).where({ user_id: userId, provider }).delete();
}
