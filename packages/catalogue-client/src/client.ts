import {
  callWith,
  createMethods,
  type CallOptions,
  type Endpoint,
  type InputsOf,
  type MethodName,
  type OutputOf,
} from '@kitroom/client';
import type { Contract } from '@kitroom/shared';
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

/** A method whose result is another one if it is called with a flag. */
interface FlaggedMethod<C extends Contract, Flag extends string, Flagged, Usual> {
  (args: NonNullable<InputsOf<C>[0]> & Record<Flag, true>, options?: CallOptions): Promise<Flagged>;
  (...parameters: [...InputsOf<C>, options?: CallOptions]): Promise<Usual>;
}

/** Lists kits, with all details if called with `expand: true`. */
export type KitList<C extends Contract> = FlaggedMethod<C, 'expand', ExpandedKit[], ListedKit[]>;

/** Lists a club's kits by season, with the colours of all decades if called with `colors: true`. */
export type ClubTimeline = FlaggedMethod<
  typeof listClubTimeline,
  'colors',
  ColouredTimeline,
  TimelineSeason[]
>;

/** Searches kits, with an explanation of how they were found if called with `explain: true`. */
export type KitSearch = FlaggedMethod<typeof searchKits, 'explain', ExplainedKitSearch, KitSearchItem[]>;
