import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import type { KeyedRequest, ReplyStore } from '@kitroom/server/http/idempotency';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { getCaller } from '../accounts/sessions/caller.ts';
import { deleteExpiredReplies, findReply, insertReply, tryLockKey } from './reply-queries.ts';

/**
 * Stores the responses to requests with an `Idempotency-Key` in the transactions of their writes. Concurrent
 * equal requests are separated by a lock of that transaction, so that no connection is held while a request
 * waits for pictures or the catalogue.
 */
export function openReplies(db: Database): ReplyStore {
  const keyOf = ({ key, context }: KeyedRequest) => ({ user_id: getCaller(context).id, key });
  return {
    async find(request) {
      const stored = await findReply(db, keyOf(request));
      if (stored && !stored.request_hash.equals(request.hash)) throw keyReused();
      return stored;
    },
    async claim(transaction, request) {
      const key = keyOf(request);
      // Queried in another statement after the lock, to see the response of a transaction that held it.
      const isFree = (await tryLockKey(transaction, key)) && !(await findReply(transaction, key));
      if (!isFree) throw beingProcessed();
    },
    keep(transaction, request, { status, body, etag }) {
      const { hash } = request;
      return insertReply(transaction, { ...keyOf(request), request_hash: hash, status, body, etag });
    },
  };
}

export async function cleanUpReplies({ db, log }: { db: Database; log: Logger }): Promise<void> {
  const removed = await deleteExpiredReplies(db);
  if (removed > 0) log.info({ replies: removed }, 'deleted expired idempotency keys');
}

function keyReused(): ServiceError {
  return new ServiceError('key_reused', 'This Idempotency-Key was used for another request.');
}

/** A 409: the response to an equal request is not stored yet. */
function beingProcessed(): ServiceError {
  return new ServiceError('conflict', 'This request is being processed.', {
    headers: { 'Retry-After': '1' },
  });
}
