import { SHARE_EXPIRED_DAYS } from '@kitroom/collection-client';
import type { Context } from '../context.ts';
import { deleteExpiredShares } from './share-queries.ts';

/** Deletes links whose end is long past: until then their owners see that they have ended. */
export async function cleanUpShares({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const removed = await deleteExpiredShares(db, SHARE_EXPIRED_DAYS);
  if (removed > 0) log.info({ shares: removed }, 'deleted expired share links');
}
