import { randomBytes } from 'node:crypto';
import {
  SHARE_EXPIRED_DAYS,
  SHARES_MAX,
  TEXT,
  unknownId,
  type createShare as contract,
  type patchShare,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { INTEGER_MAX, type InputOf } from '@kitroom/shared';
import { hashKey } from '../accounts/mail/account-keys.ts';
import { invalidAsWhole, invalidFields } from '../invalid-input.ts';
import {
  countLiveShares,
  deleteExpiredShares,
  findShareable,
  insertShare,
  lockShares,
  updateShare,
  type ShareRow,
} from './share-queries.ts';

type NewShare = InputOf<typeof contract>['body'];
type Changes = InputOf<typeof patchShare>['body'];

const TOKEN_BYTES = 32;

/** Creates a link. Its token is stored as a hash, so that it cannot be read again later. */
export async function createShare(
  db: Database,
  userId: number,
  { item, title, password, expires_at: expiresAt }: NewShare,
): Promise<{ row: ShareRow; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const share = {
    user_id: userId,
    item_id: item ?? null,
    token_hash: hashKey(token),
    password_hash: (await hashIfPresent(password)) ?? null,
    title: title ?? '',
    expires_at: toDate(expiresAt) ?? null,
  };
  const row = await withinLimit(db, share, (transaction) => insertShare(transaction, share));
  return { row, token };
}

/** Changes the user's own link. Throws a 404 if there is no such link. */
export async function changeShare(
  db: Database,
  key: { id: number; userId: number },
  { title, password, expires_at: expiresAt }: Changes,
): Promise<ShareRow> {
  const changes = {
    title,
    expires_at: toDate(expiresAt),
    password_hash: await hashIfPresent(password),
  };
  const row = await withinLimit(db, { user_id: key.userId, item_id: null }, (transaction) =>
    updateShare(transaction, key, changes),
  );
  if (!row) throw notFound('Not found.');
  return row;
}

function toDate(time: string | null | undefined): Date | null | undefined {
  return typeof time === 'string' ? new Date(time) : time;
}

/** Runs a change of the user's links, one at a time. Throws a 400 if it adds a live link beyond the limit. */
function withinLimit<T>(
  db: Database,
  { user_id: userId, item_id: itemId }: Pick<ShareRow, 'user_id' | 'item_id'>,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    if (!(await lockShares(transaction, userId, itemId))) {
      throw invalidFields({ item: [unknownId(itemId ?? 0)] });
    }
    const before = await countLiveShares(transaction, userId);
    const result = await change(transaction);
    const count = await countLiveShares(transaction, userId);
    if (count > SHARES_MAX && count > before) throw invalidAsWhole(TOO_MANY);
    return result;
  });
}

const TOO_MANY = `You have ${SHARES_MAX} links that have not expired. End one of them first.`;

/** The errors of a new link that its contract cannot detect, by field. `sent` is the unvalidated body. */
export async function checkNewShare(
  db: Database,
  userId: number,
  sent: unknown,
): Promise<Record<string, string[]>> {
  const { scope, item } = (sent ?? {}) as { scope?: unknown; item?: unknown };
  if (scope === 'collection') {
    return item === undefined || item === null ? {} : { item: ['This field requires the scope "item".'] };
  }
  if (scope !== 'item') return {};
  if (item === undefined || item === null) return { item: [item === null ? TEXT.null : TEXT.required] };
  // The contract reports this error.
  if (!Number.isInteger(item) || Number(item) < 1 || Number(item) > INTEGER_MAX) return {};
  const row = await findShareable(db, Number(item), userId);
  if (!row) return { item: [unknownId(Number(item))] };
  if (row.is_draft) return { item: ['A draft cannot be shared.'] };
  return row.is_private ? { item: ['A private item cannot be shared.'] } : {};
}

async function hashIfPresent(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? hashPassword(password) : password;
}

/** Deletes links that expired long ago. Until then, their owners see that they have expired. */
export async function cleanUpShares({ db, log }: { db: Database; log: Logger }): Promise<void> {
  const removed = await deleteExpiredShares(db, SHARE_EXPIRED_DAYS);
  if (removed > 0) log.info({ shares: removed }, 'deleted expired share links');
}
