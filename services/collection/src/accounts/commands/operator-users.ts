import { openRedis } from '@kitroom/server/cache/redis';
import { openDatabase, type Database } from '@kitroom/server/database/database';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { OperatorError } from '@kitroom/server/process/process';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { COMMAND_LINE_ACTOR, insertAuditEntry, onUser } from '../../audit/audit-queries.ts';
import { readCollectionConfig, type Config } from '../../config.ts';
import { databaseOptions } from '../../database.ts';
import { openCollectionStandby } from '../../standby.ts';
import { deleteResetMails, notifyOwner } from '../mail/mail-queries.ts';
import { validatePassword } from '../passwords/check-password.ts';
import { endSessions } from '../sessions/session-queries.ts';
import { deleteKeys } from '../sign-up/key-queries.ts';
import { checkTaken } from '../sign-up/validate-account.ts';
import {
  findUser,
  insertUser,
  replacePasswordHash,
  type NewUser,
  type UserRow,
} from '../users/user-queries.ts';

/** Creates a user for an operator; throws an OperatorError with all validation errors. */
export async function createUser(
  db: Database,
  { password, ...user }: Omit<NewUser, 'passwordHash'> & { password: string },
): Promise<UserRow> {
  const passwordHash = await hashNewPassword(password, user.username);
  const errors = Object.values(await checkTaken(db, user)).flat();
  if (errors.length > 0) throw new OperatorError(errors.join(' '));
  return insertUser(db, { ...user, passwordHash });
}

/** Throws an OperatorError if there is no such user. */
export async function getUserByName(db: Database, username: string): Promise<UserRow> {
  const user = await findUser(db, username);
  if (!user) throw new OperatorError(`There is no user ${JSON.stringify(username)}.`);
  return user;
}

/**
 * Sets a user's password for an operator, ends all sessions, revokes keys sent by mail and notifies the
 * owner. Second factor and token are unchanged. Throws an OperatorError with all validation errors.
 */
export async function setUserPassword(db: Database, user: UserRow, password: string): Promise<void> {
  const { id: userId, username, email } = user;
  const passwordHash = await hashNewPassword(password, username);
  await db.transaction(async (transaction) => {
    await replacePasswordHash(transaction, userId, passwordHash);
    await endSessions(transaction, userId);
    await deleteKeys(transaction, userId);
    await deleteResetMails(transaction, userId, email);
    await notifyOwner(transaction, userId, 'password-notice');
    await insertAuditEntry(transaction, {
      actor: COMMAND_LINE_ACTOR,
      action: 'set password',
      ...onUser(user),
    });
  });
}

async function hashNewPassword(password: string, username: string): Promise<string> {
  const errors = await validatePassword(password, username);
  if (errors.length > 0) throw new OperatorError(errors.join(' '));
  return hashPassword(password);
}

/** Opens the database for an operator's command, and closes it afterwards. */
export async function withDatabase<T>(
  use: (db: Database) => Promise<T>,
  config = readCollectionConfig(process.env),
): Promise<T> {
  const db = openDatabase(databaseOptions(config));
  const closeStandby = openStandbyOfCommand(config, db);
  try {
    return await use(db);
  } finally {
    await closeStandby();
    await db.destroy();
  }
}

/** Opens the standby of a command that writes, so that reads of other processes include its changes. */
function openStandbyOfCommand(config: Config, db: Database): () => Promise<void> {
  if (config.DATABASE_READ_URL === undefined || config.REDIS_URL === undefined) return async () => {};
  const log = openLogger({ service: 'collection', level: 'silent' });
  const redis = openRedis({ url: config.REDIS_URL, log });
  const standby = openCollectionStandby({ config, db, redis, log });
  return async () => {
    await standby?.close();
    await redis.close();
  };
}
