import {
  callWith,
  createMethods,
  type Endpoint,
  type InputsOf,
  type MethodName,
  type OutputOf,
} from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
import { toConnection, type CatalogueClientOptions } from './connection.ts';
import { CATALOGUE } from './contracts/catalogue.ts';
import type { searchKits } from './contracts/kits.ts';
import type { KitList, KitSearch } from './kit-lists.ts';

/** A client with one method per endpoint. */
export type CatalogueClient = ClientOf<typeof CATALOGUE>;

type ClientOf<Tree> = {
  [Name in MethodName<Tree>]: Tree[Name] extends Contract ? MethodOf<Tree[Name]> : ClientOf<Tree[Name]>;
};

type MethodOf<C extends Contract> = C extends typeof searchKits
  ? KitSearch
  : C extends { query: { shape: { expand: unknown } } }
    ? KitList<C>
    : Endpoint<InputsOf<C>, OutputOf<C>>;

/**
 * Opens a client of one catalogue. It holds no connection and needs no closing; nothing is asked before the
 * first call. Throws a `TypeError` that names an invalid option.
 *
 * @example
 * const catalogue = createCatalogueClient({ baseUrl: 'https://kits.example' });
 * const clubs = await catalogue.clubs.search({ keyword: 'bayren' }, { signal: AbortSignal.timeout(500) });
 */
export function createCatalogueClient(options: CatalogueClientOptions): CatalogueClient {
  const connection = toConnection(options);
  const methods = createMethods(CATALOGUE, (contract) => async (...parameters) => {
    return (await callWith(connection, contract, parameters)).value;
  });
  // Answers are validated by the schemas of the contracts.
  return methods as unknown as CatalogueClient;
}
