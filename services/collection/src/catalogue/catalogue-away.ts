import { CatalogueError } from '@kitroom/catalogue-client';
import { BreakerOpen } from './breaker.ts';

/** Logged when the catalogue answers 401 or 403: its operator, or this service's, must act. */
export const REFUSED_SERVICE = 'the catalogue rejects this service: check CATALOGUE_API_KEY and its limit';

/** Whether the catalogue is unreachable, too slow or broken, as opposed to rejecting the request. */
export function isCatalogueAway(error: unknown): boolean {
  if (error instanceof BreakerOpen) return true;
  if (!(error instanceof CatalogueError)) return false;
  const { status } = error;
  return error.code !== 'http' || !(status === 401 || status === 403 || isAnswer(error));
}

/** Whether the catalogue reports that there is no such record. */
export function isNoSuchRecord(error: unknown): boolean {
  return error instanceof CatalogueError && error.code === 'http' && isAnswer(error);
}

// A 404 without the catalogue's text comes from something else at its address.
function isAnswer({ status, detail }: CatalogueError): boolean {
  return (status === 400 || status === 404) && detail !== undefined;
}
