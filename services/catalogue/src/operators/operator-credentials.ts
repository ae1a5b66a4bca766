import type { Database } from '@kitroom/server/database/database';
import { hashPassword } from '@kitroom/server/passwords/password-hash';
import { isStorable } from '@kitroom/shared';
import type { Config } from '../config.ts';
import { ADMIN_NAME, isAdminName, toOperatorKey } from './operator-name.ts';
import { findOperatorRow, hasOperators } from './operator-queries.ts';

/** An operator's name as the audit log shows it, and what the password is checked against. */
export interface OperatorCredentials {
  name: string;
  passwordHash: string;
}

/** The operators: those of the database, and `admin` if ADMIN_PASSWORD is set. */
export interface Operators {
  /** Whether there is anybody who could sign in: otherwise there is no admin interface. */
  exist(): Promise<boolean>;
  /** Finds an operator by name, in any case. */
  find(name: string): Promise<OperatorCredentials | undefined>;
}

/** Opens the operators; those of the database are read each time, so that every process knows of a change at once. */
export function openOperators({ db, config }: { db: Database; config: Config }): Operators {
  const password = config.ADMIN_PASSWORD;
  const admin = password === undefined ? undefined : hashAdminPassword(password);
  // Whoever waits for it hears of a failure; until then it is no unhandled one.
  admin?.catch(() => undefined);
  return {
    exist: async () => admin !== undefined || hasOperators(db),
    async find(name) {
      // The database is asked for every name, so that none is answered sooner than the others.
      const row = isStorable(name) ? await findOperatorRow(db, toOperatorKey(name)) : undefined;
      if (isAdminName(name)) return admin && { name: ADMIN_NAME, passwordHash: await admin };
      return row && { name: row.name, passwordHash: row.password_hash };
    },
  };
}

/**
 * All processes get the same hash of ADMIN_PASSWORD: sessions of `admin` count in each of them, and until the password
 * changes. The hash is kept in memory alone, so the salt need not be secret or random.
 */
function hashAdminPassword(password: string): Promise<string> {
  return hashPassword(password, Buffer.from('kitroom catalogue admin'));
}
