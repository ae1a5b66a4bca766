import { ClientError, type FailureCode } from '@kitroom/client';

/**
 * The reason of a failed call; `scrape_failed`: a collection could not be read from the archive, for the reason in
 * `detail`.
 */
export type CatalogueErrorCode = FailureCode | 'scrape_failed';

/** The only error that the client's methods reject with, except for `TypeError` for invalid arguments. */
export class CatalogueError extends ClientError<CatalogueErrorCode> {
  override readonly name = 'CatalogueError';
}
