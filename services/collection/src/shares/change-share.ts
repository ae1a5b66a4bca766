import { randomBytes } from 'node:crypto';
import {
  SHARES_MAX,
  TEXT,
  unknownId,
  type createShare as contract,
  type patchShare,
} from '@kitroom/collection-client';
import { INTEGER_MAX, type InputOf } from '@kitroom/shared';
import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { hashPassword } from '@kitroom/server/passwords/password-hash';
import { hashKey } from '../accounts/mail/account-keys.ts';
import { invalidFields } from '../invalid-input.ts';
import { countLiveShares, findShareable, insertShare, updateShare, type ShareRow } from './share-queries.ts';

type NewShare = InputOf<typeof contract>['body'];
type Changes = InputOf<typeof patchShare>['body'];

const TOKEN_BYTES = 32;

/** Creates a link; its token is stored as a hash, so that it is known only now. */
export async function createShare(
  db: Database,
  userId: number,
  { item, title, password, expires_at: expiresAt }: NewShare,
): Promise<{ row: ShareRow; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await insertShare(db, {
    user_id: userId,
    item_id: item ?? null,
    token_hash: hashKey(token),
    password_hash: (await hashIfGiven(password)) ?? null,
    title: title ?? '',
    expires_at: expiresAt ?? null,
  });
  if (!row) throw invalidFields({ item: [unknownId(item ?? 0)] });
  return { row, token };
}

/** Changes the user's own link; throws not-found if there is none. */
export async function changeShare(
  db: Database,
  key: { id: number; userId: number },
  { title, password, expires_at }: Changes,
): Promise<ShareRow> {
  const row = await updateShare(db, key, { title, expires_at, password_hash: await hashIfGiven(password) });
  if (!row) throw notFound('Not found.');
  return row;
}

/** The errors of a new link that its contract cannot tell, by field; the body is as it was sent. */
export async function checkNewShare(
  db: Database,
  userId: number,
  sent: unknown,
): Promise<Record<string, string[]>> {
  const isFull = (await countLiveShares(db, userId)) >= SHARES_MAX;
  return { ...(isFull && { non_field_errors: [TOO_MANY] }), ...(await checkSharedItem(db, userId, sent)) };
}

const TOO_MANY = `You have ${SHARES_MAX} links that have not expired. End one of them first.`;

async function checkSharedItem(
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
  // Reported by the contract.
  if (!Number.isInteger(item) || Number(item) < 1 || Number(item) > INTEGER_MAX) return {};
  const found = await findShareable(db, Number(item), userId);
  if (!found) return { item: [unknownId(Number(item))] };
  if (found.is_draft) return { item: ['A draft cannot be shared.'] };
  return found.is_private ? { item: ['A private item cannot be shared.'] } : {};
}

async function hashIfGiven(password: string | null | undefined): Promise<string | null | undefined> {
  return typeof password === 'string' ? hashPassword(password) : password;
}
