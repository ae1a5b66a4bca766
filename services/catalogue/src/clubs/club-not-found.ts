import type { Database } from '@kitroom/server/database/database';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { findMergedInto } from '../changes/change-queries.ts';

/**
 * The error for a club that does not exist: a redirect if it was merged into another one, whose URL for the same
 * request `toUrl` gives.
 */
export async function clubNotFound(
  db: Database,
  id: number,
  toUrl: (intoId: number) => string,
): Promise<ServiceError> {
  const intoId = await findMergedInto(db, 'club', id);
  if (intoId === undefined) return notFound(`Club with ID ${id} not found`);
  return new ServiceError('moved', `Club with ID ${id} was merged into ${intoId}`, {
    headers: { Location: toUrl(intoId) },
  });
}
