import { randomBytes } from 'node:crypto';
import { APP_TOKENS_MAX, type createAppToken as contract } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import type { InputOf } from '@kitroom/shared';
import { invalidAsWhole } from '../../invalid-input.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import type { CallerByToken } from '../sessions/caller.ts';
import { withUserLocked } from '../users/user-queries.ts';
import {
  deleteAppToken,
  findUserByAppTokenHash,
  insertAppToken,
  lockAppTokens,
  recordAppTokenUse,
  type AppTokenRow,
} from './app-token-queries.ts';
import { hashToken } from './issue-token.ts';

const RANDOM_BYTES = 20;

/** The prefix is recognised by scanners for leaked secrets. */
const SHAPE = /^kitroom_[0-9a-f]{40}$/;

const TOO_MANY = `You have ${APP_TOKENS_MAX} app tokens. Delete one of them first.`;

/** Whether a string has the shape of an app token. */
export function isAppToken(text: string): boolean {
  return SHAPE.test(text);
}

/** The active user of an app token that has not expired; records its use. */
export async function findAppTokenUser(db: Database, token: string): Promise<CallerByToken | undefined> {
  const row = await findUserByAppTokenHash(db, hashToken(token));
  if (!row) return undefined;
  const { token_id: appTokenId, scope, is_use_due: isUseDue, ...user } = row;
  if (isUseDue) await recordAppTokenUse(db, appTokenId);
  return { user, token: { appTokenId, scope } };
}

/**
 * Creates an app token and notifies the owner. Throws a 400 if the user has too many. The token cannot be
 * read again later.
 */
export function createAppToken(
  db: Database,
  userId: number,
  { name, scope, expires_at: expiresAt }: InputOf<typeof contract>['body'],
): Promise<{ row: AppTokenRow; token: string }> {
  const token = `kitroom_${randomBytes(RANDOM_BYTES).toString('hex')}`;
  return db.transaction(async (transaction) => {
    if ((await lockAppTokens(transaction, userId)) >= APP_TOKENS_MAX) throw invalidAsWhole(TOO_MANY);
    const row = await insertAppToken(transaction, {
      user_id: userId,
      name,
      scope,
      token_hash: hashToken(token),
      expires_at: expiresAt ? new Date(expiresAt) : null,
    });
    await notifyOwner(transaction, userId, 'app-token-notice');
    return { row, token };
  });
}

/** Deletes an app token of a user and notifies them. Throws a 404 if there is no such token. */
export function removeAppToken(db: Database, key: { id: number; userId: number }): Promise<void> {
  return withUserLocked(db, key.userId, async (transaction) => {
    if (!(await deleteAppToken(transaction, key))) throw notFound('Not found.');
    await notifyOwner(transaction, key.userId, 'app-token-deleted-notice');
  });
}
