import { query, type Database } from '@kitroom/server/database/database';

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

/** Stores a secret in place of an unconfirmed one; returns false if there is a confirmed one. */
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

/** Enables a secret; returns false if it is already enabled or was replaced. */
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

/** Consumes the code of a time step; of concurrent attempts one gets true. `resealed` is stored as the secret. */
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

/** Deletes a user's secret together with the recovery codes. */
export async function deleteTotp(db: Database, userId: number): Promise<void> {
  await query(db, 'delete from totp where user_id = ?', [userId]);
}

/**
 * Replaces all recovery codes. Concurrent calls wait for each other. Returns false if multi-factor sign-in is off.
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

/** Consumes a recovery code; of concurrent attempts one gets true. */
export async function consumeRecoveryCode(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  const rows = await query(
    db,
    'delete from recovery_codes where user_id = ? and code_hash = ? returning user_id',
    [userId, hash],
  );
  return rows.length > 0;
}

/** How many unused recovery codes a user has. */
export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    db,
    'select count(*) as count from recovery_codes where user_id = ?',
    [userId],
  );
  return row?.count ?? 0;
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
  const totp = await findTotp(db, userId);
  return totp?.is_confirmed === true;
}
