import type { Context } from '../context.ts';

/** What imports work with. */
export type ImportContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'catalogue' | 'catalogueBreaker' | 'storage'
>;

/** The catalogue is away: the import goes on when it is back. */
export class CataloguePaused extends Error {
  override readonly name = 'CataloguePaused';

  constructor(cause: unknown) {
    super('the catalogue is unavailable', { cause });
  }
}

/** The collection is being read from the archive: the import goes on later. */
export class ScrapePending extends Error {
  override readonly name = 'ScrapePending';
}

/** Another process has taken over, or the import was ended. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}
