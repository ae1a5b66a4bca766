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
 * Finds operators in the database, and `admin` if ADMIN_PASSWORD is set. They are not cached, so that changes
 * take effect immediately in every process.
 */
export function openOperators({ db, config }: { db: Database; config: Config }) {
  const password = config.ADMIN_PASSWORD;
  const admin = password === undefined ? undefined : hashAdminPassword(password);
  // `find` reports the error; until then it must not count as unhandled.
  admin?.catch(() => undefined);
  return {
    /** Whether any operator exists. The admin interface is disabled without one. */
    exist: async () => admin !== undefined || hasOperators(db),
    /** Finds an operator by name, ignoring case. */
    async find(name: string): Promise<OperatorCredentials | undefined> {
      // The database is queried even for `admin`, so that response times do not reveal which names exist.
      const row = isStorable(name) ? await findOperatorRow(db, toOperatorKey(name)) : undefined;
      if (isAdminName(name)) return admin && { name: ADMIN_NAME, passwordHash: await admin };
      return row && { name: row.name, passwordHash: row.password_hash };
    },
  };
}

/**
 * Uses a fixed salt, so that all processes derive the same hash and sessions of `admin` are valid in each of
 * them until the password changes. The hash is never stored, so the salt need not be secret or random.
 */
function hashAdminPassword(password: string): Promise<string> {
  return hashPassword(password, Buffer.from('kitroom catalogue admin'));
}

/** The operator whose password is ADMIN_PASSWORD. */
export const ADMIN_NAME = 'admin';

/** The maximum length of an operator's name, in characters. */
export const OPERATOR_NAME_MAX = 100;

/** Returns the same key for all spellings of a name that differ only in case or invisibly. */
export function toOperatorKey(name: string): string {
  // Names are shortened because normalizing takes quadratic time in the number of combining marks.
  return shorten(name.trim(), OPERATOR_NAME_MAX + 1)
    .normalize('NFKC')
    .toUpperCase();
}

export function isAdminName(name: string): boolean {
  return toOperatorKey(name) === toOperatorKey(ADMIN_NAME);
}
