import { ClientError, type FailureCode } from '@kitroom/client';

/** Why a call failed; `scrape_failed`: a collection could not be read from the archive, and `detail` tells why. */
export type CatalogueErrorCode = FailureCode | 'scrape_failed';

/** The one error that the client's methods reject with, wrong arguments aside (`TypeError`). */
export class CatalogueError extends ClientError<CatalogueErrorCode> {
  override readonly name = 'CatalogueError';
}
