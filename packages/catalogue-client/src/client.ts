import {
  callWith,
  createMethods,
  type CallOptions,
  type Endpoint,
  type InputsOf,
  type MethodName,
  type OutputOf,
} from '@kitroom/client';
import type { ArgumentsOf, Contract } from '@kitroom/shared';
import { toConnection, type CatalogueClientOptions } from './connection.ts';
import { CATALOGUE } from './contracts/catalogue.ts';
import type { listClubTimeline } from './contracts/clubs.ts';
import type { ExpandedKit, ListedKit } from './contracts/kit-list-items.ts';
import type { searchKits } from './contracts/kits.ts';
import type { ColouredTimeline, ExplainedKitSearch, KitSearchItem, TimelineSeason } from './schema-types.ts';

/** A client with one method per endpoint. */
export type CatalogueClient = ClientOf<typeof CATALOGUE>;

type ClientOf<Tree> = {
  [Name in MethodName<Tree>]: Tree[Name] extends Contract ? MethodOf<Tree[Name]> : ClientOf<Tree[Name]>;
};

type MethodOf<C extends Contract> = C extends typeof searchKits
  ? KitSearch
  : C extends typeof listClubTimeline
    ? ClubTimeline
    : C extends { query: { shape: { expand: unknown } } }
      ? KitList<C>
      : Endpoint<InputsOf<C>, OutputOf<C>>;

/**
 * Creates a client of one catalogue. It holds no connection and need not be closed. No request is sent before
 * the first call. Throws a `TypeError` that names an invalid option.
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
  // The type is safe, because responses are validated by the schemas of the contracts.
  return methods as unknown as CatalogueClient;
}

/** Lists kits, with all details if called with `expand: true`. */
export interface KitList<C extends Contract> {
  (args: NonNullable<InputsOf<C>[0]> & { expand: true }, options?: CallOptions): Promise<ExpandedKit[]>;
  (...parameters: [...InputsOf<C>, options?: CallOptions]): Promise<ListedKit[]>;
}

/** Lists a club's kits by season, with the colours of all decades if called with `colors: true`. */
export interface ClubTimeline {
  (
    args: ArgumentsOf<typeof listClubTimeline> & { colors: true },
    options?: CallOptions,
  ): Promise<ColouredTimeline>;
  (args: ArgumentsOf<typeof listClubTimeline>, options?: CallOptions): Promise<TimelineSeason[]>;
}

/** Searches kits, with an explanation of how they were found if called with `explain: true`. */
export interface KitSearch {
  (
    args: ArgumentsOf<typeof searchKits> & { explain: true },
    options?: CallOptions,
  ): Promise<ExplainedKitSearch>;
  (args: ArgumentsOf<typeof searchKits>, options?: CallOptions): Promise<KitSearchItem[]>;
}
