import { ServiceError } from '@kitroom/server/http/errors';
import { isMatched } from '@kitroom/server/http/versions';

/** A 412: an item or a photo is no longer as the client read it. */
export function outdated(): ServiceError {
  return new ServiceError('outdated', 'This item has changed since you read it.');
}

/** Throws a 412 if the request has an `If-Match` for other versions only. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (!isMatched(ifMatch, version)) throw outdated();
}
