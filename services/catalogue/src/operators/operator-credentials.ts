import type { Database } from '@kitroom/server/database/database';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { isStorable, shorten } from '@kitroom/shared';
import type { Config } from '../config.ts';
import { findOperatorRow, hasOperators } from './operator-queries.ts';

/** An operator's name as shown in the audit log, and the hash of the password. */
export interface OperatorCredentials {
  name: string;
  passwordHash: string;
}

export type Operators = ReturnType<typeof openOperators>;

/**
 * The operators in the database, and `admin` if ADMIN_PASSWORD is set. They are read from the database each
 * time, so that changes take effect in every process at once.
 */
export function openOperators({ db, config }: { db: Database; config: Config }) {
  const password = config.ADMIN_PASSWORD;
  const admin = password === undefined ? undefined : hashAdminPassword(password);
  // Callers that await it see the error; until then it must not count as unhandled.
  admin?.catch(() => undefined);
  return {
    /** Whether any operator exists: without one there is no admin interface. */
    exist: async () => admin !== undefined || hasOperators(db),
    /** Finds an operator by name, ignoring case. */
    async find(name: string): Promise<OperatorCredentials | undefined> {
      // Queried for every name, so that response times do not reveal which ones exist.
      const row = isStorable(name) ? await findOperatorRow(db, toOperatorKey(name)) : undefined;
      if (isAdminName(name)) return admin && { name: ADMIN_NAME, passwordHash: await admin };
      return row && { name: row.name, passwordHash: row.password_hash };
    },
  };
}

/**
 * All processes derive the same hash from ADMIN_PASSWORD, so sessions of `admin` are valid in each of them
 * until the password changes. The hash is kept in memory only, so the salt need not be secret or random.
 */
function hashAdminPassword(password: string): Promise<string> {
  return hashPassword(password, Buffer.from('kitroom catalogue admin'));
}

/** The operator whose password is ADMIN_PASSWORD. */
export const ADMIN_NAME = 'admin';

/** The maximum length of a name, in characters. */
export const OPERATOR_NAME_MAX = 100;

/** Equal for all spellings of a name: ignores case and invisible differences. */
export function toOperatorKey(name: string): string {
  // Putting marks in order takes time with the square of their number; no operator has a longer name.
  return shorten(name.trim(), OPERATOR_NAME_MAX + 1)
    .normalize('NFKC')
    .toUpperCase();
}

export function isAdminName(name: string): boolean {
  return toOperatorKey(name) === toOperatorKey(ADMIN_NAME);
}
