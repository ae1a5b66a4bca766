import { query, type Database } from '@kitroom/server/database/database';
import { countRows, hasRows } from '@kitroom/server/database/query-parts';

/** The table `totp`. */
interface TotpTable {
  user_id: number;
  secret: Buffer;
  confirmed_at: Date | null;
  /** The time step of the last code, which cannot be used again. */
  last_step: number | null;
  created_at: Date;
}

const totp = (db: Database) => db<TotpTable>('totp');
const recoveryCodes = (db: Database) => db<{ user_id: number; code_hash: Buffer }>('recovery_codes');

/** The TOTP secret of a user, confirmed or not. */
export async function findTotp(
  db: Database,
  userId: number,
): Promise<{ secret: Buffer; is_confirmed: boolean } | undefined> {
  const row = await totp(db).where({ user_id: userId }).first('secret', 'confirmed_at');
  return row && { secret: row.secret, is_confirmed: row.confirmed_at !== null };
}

/** Stores a secret in place of an unconfirmed one; returns false if there is a confirmed one. */
export async function putTotp(db: Database, userId: number, secret: Buffer): Promise<boolean> {
  const stored = await totp(db)
    .insert({ user_id: userId, secret })
    .onConflict('user_id')
    .merge({ secret, created_at: db.fn.now(), last_step: null })
    .whereNull('totp.confirmed_at')
    .returning('user_id');
  return stored.length > 0;
}

/** Enables a secret; returns false if it is already enabled or was replaced. */
export async function confirmTotpSecret(
  db: Database,
  { userId, secret, step }: { userId: number; secret: Buffer; step: number },
): Promise<boolean> {
  const confirmed = await totp(db)
    .where({ user_id: userId, secret, confirmed_at: null })
    .update({ confirmed_at: db.fn.now(), last_step: step });
  return confirmed > 0;
}

/**
 * Consumes the code of a time step; only one of several concurrent attempts returns true. `resealed` is
 * stored as the secret.
 */
export async function consumeTotpStep(
  db: Database,
  { userId, secret, step, resealed }: { userId: number; secret: Buffer; step: number; resealed: Buffer },
): Promise<boolean> {
  const consumed = await totp(db)
    .where({ user_id: userId, secret })
    .whereNotNull('confirmed_at')
    .where('last_step', '<', step)
    .update({ last_step: step, secret: resealed });
  return consumed > 0;
}

/** Deletes a user's secret together with the recovery codes. */
export async function deleteTotp(db: Database, userId: number): Promise<void> {
  await totp(db).where({ user_id: userId }).delete();
}

/**
 * Replaces all recovery codes. Concurrent transactions wait for each other. Returns false if multi-factor
 * sign-in is off.
 */
export async function replaceRecoveryCodes(db: Database, userId: number, hashes: Buffer[]): Promise<boolean> {
  const confirmed = totp(db).where({ user_id: userId }).whereNotNull('confirmed_at');
  if (!(await confirmed.forUpdate().first('user_id'))) return false;
  await recoveryCodes(db).where({ user_id: userId }).delete();
  await recoveryCodes(db).insert(hashes.map((hash) => ({ user_id: userId, code_hash: hash })));
  return true;
}

/** Consumes a recovery code; only one of several concurrent attempts returns true. */
export async function consumeRecoveryCode(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  return (await recoveryCodes(db).where({ user_id: userId, code_hash: hash }).delete()) > 0;
}

/** How many unused recovery codes a user has. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  return countRows(recoveryCodes(db).where({ user_id: userId }));
}

/** The state of a user's second factor, without secrets; null if never set up. */
export async function describeSecondFactor(db: Database, userId: number): Promise<unknown> {
  const [row] = await query(
    db,
    `select created_at, confirmed_at,
       (select count(*) from recovery_codes where recovery_codes.user_id = totp.user_id) as recovery_codes_left
     from totp where user_id = ?`,
    [userId],
  );
  return row ?? null;
}

/** Whether a user must enter a code at each sign-in. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  return hasRows(totp(db).where({ user_id: userId }).whereNotNull('confirmed_at'));
}
