import { query, type Database } from '@kitroom/server/database/database';

/** A user's TOTP secret, encrypted. */
export interface TotpRow {
  secret: Buffer;
  is_confirmed: boolean;
}

/** The TOTP secret of a user, confirmed or not. */
export async function findTotp(db: Database, userId: number): Promise<TotpRow | undefined> {
  const [row] = await query<TotpRow>(
    db,
    'select secret, confirmed_at is not null as is_confirmed from totp where user_id = ?',
    [userId],
  );
  return row;
}

/** Stores a secret in place of one that was not confirmed; answers false where one was. */
export async function putTotp(db: Database, userId: number, secret: Buffer): Promise<boolean> {
  const rows = await query(
    db,
    `insert into totp (user_id, secret) values (?, ?)
     on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = null
       where totp.confirmed_at is null
     returning user_id`,
    [userId, secret],
  );
  return rows.length > 0;
}

/** Turns a secret on; answers false where it is on already, or another one has taken its place. */
export async function confirmTotpSecret(
  db: Database,
  { userId, secret, step }: { userId: number; secret: Buffer; step: number },
): Promise<boolean> {
  const rows = await query(
    db,
    `update totp set confirmed_at = now(), last_step = ?
     where user_id = ? and secret = ? and confirmed_at is null returning user_id`,
    [step, userId, secret],
  );
  return rows.length > 0;
}

/**
 * Takes the code of a time step; of two that bring the same one at once, one gets true. `resealed` is what is stored as
 * the secret from then on.
 */
export async function consumeTotpStep(
  db: Database,
  { userId, secret, step, resealed }: { userId: number; secret: Buffer; step: number; resealed: Buffer },
): Promise<boolean> {
  const rows = await query(
    db,
    `update totp set last_step = ?, secret = ?
     where user_id = ? and secret = ? and confirmed_at is not null and last_step < ? returning user_id`,
    [step, resealed, userId, secret, step],
  );
  return rows.length > 0;
}

/** Deletes a user's secret, and the recovery codes with it. */
export async function deleteTotp(db: Database, userId: number): Promise<void> {
  await query(db, 'delete from totp where user_id = ?', [userId]);
}

/**
 * Puts new recovery codes in place of all others. Where two do so at once, one waits for the other. Answers false where
 * multi-factor sign-in is off.
 */
export function replaceRecoveryCodes(db: Database, userId: number, hashes: Buffer[]): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const [locked] = await query(
      transaction,
      'select user_id from totp where user_id = ? and confirmed_at is not null for update',
      [userId],
    );
    if (!locked) return false;
    await query(transaction, 'delete from recovery_codes where user_id = ?', [userId]);
    await query(transaction, 'insert into recovery_codes (user_id, code_hash) select ?, unnest(?::bytea[])', [
      userId,
      hashes,
    ]);
    return true;
  });
}

/** Takes a recovery code; of two that bring the same one at once, one gets true. */
export async function consumeRecoveryCode(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  const rows = await query(
    db,
    'delete from recovery_codes where user_id = ? and code_hash = ? returning user_id',
    [userId, hash],
  );
  return rows.length > 0;
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    'select count(*) as count from recovery_codes where user_id = ?',
    [userId],
  );
  return row?.count ?? 0;
}

/** What a user may know of their second factor without any secret; null where none was ever begun. */
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
