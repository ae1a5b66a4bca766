import type { ArgumentsOf, BodyOf, Contract } from '@kitroom/shared';
import { call, type Ok, type Status } from './call.ts';
import { toConnection, type CallOptions, type CatalogueClientOptions } from './connection.ts';
import { getBrand, searchBrands } from './contracts/brands.ts';
import { getClub, listClubKits, listRandomClubs, searchClubs } from './contracts/clubs.ts';
import { getCompetition, searchCompetitions } from './contracts/competitions.ts';
import {
  getKit,
  getKitPicture,
  listKits,
  listKitsInBulk,
  listRandomKits,
  searchKits,
} from './contracts/kits.ts';
import { getSeason, listClubSeasons, searchSeasons } from './contracts/seasons.ts';
import { getDocs, getHealth, getOpenApi } from './contracts/system.ts';
import { getScrapeProgress, getUserCollection, scrapeUserCollection } from './contracts/user-collections.ts';

/**
 * A method that asks one endpoint: path and query parameters in one object (left out where the endpoint has
 * none), then what is told of this call alone. Rejects with a `CatalogueError`, or with a `TypeError` for
 * arguments that make no request.
 */
export type Endpoint<C extends Contract, S extends Status<C> = Ok<C>> = (
  ...parameters: ParametersOf<C>
) => Promise<BodyOf<C, S>>;

/** The parameters of an endpoint's method. */
export type ParametersOf<C extends Contract> = keyof ArgumentsOf<C> extends never
  ? [options?: CallOptions]
  : Partial<ArgumentsOf<C>> extends ArgumentsOf<C>
    ? [args?: ArgumentsOf<C>, options?: CallOptions]
    : [args: ArgumentsOf<C>, options?: CallOptions];

/** The catalogue's endpoints, one method each. */
export interface CatalogueClient {
  clubs: {
    /** Up to ten clubs by name or slug, forgiving typing mistakes and accents. */
    search: Endpoint<typeof searchClubs>;
    /** One club; status 404 when there is none with this id. */
    get: Endpoint<typeof getClub>;
    /** A page of a club's kits, newest season first; status 404 when there is no such club. */
    kits: Endpoint<typeof listClubKits>;
    /** A page of clubs in an order that is drawn anew every 30 minutes. */
    random: Endpoint<typeof listRandomClubs>;
  };
  kits: {
    /** A page of kits by any combination of filters, newest id first; status 400 for an unknown colour or design. */
    list: Endpoint<typeof listKits>;
    /** Up to ten kits by name and year: `malaga 2003`. */
    search: Endpoint<typeof searchKits>;
    /** 2 to 30 kits by slug or address, separated by commas, in that order; unknown ones are skipped. */
    bulk: Endpoint<typeof listKitsInBulk>;
    /** One kit in full; status 404 when there is none with this id. */
    get: Endpoint<typeof getKit>;
    /** A kit drawn from its design and colours: the text of an SVG file. */
    picture: Endpoint<typeof getKitPicture>;
    /** A page of kits in an order that is drawn anew every 30 minutes. */
    random: Endpoint<typeof listRandomKits>;
  };
  seasons: {
    /** The seasons in which the club `id` has kits, newest first; status 404 when there is no such club. */
    ofClub: Endpoint<typeof listClubSeasons>;
    /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`; status 400 for anything else. */
    search: Endpoint<typeof searchSeasons>;
    /** One season; status 404 when there is none with this id. */
    get: Endpoint<typeof getSeason>;
  };
  brands: {
    /** Up to ten brands by name or slug, forgiving typing mistakes and accents. */
    search: Endpoint<typeof searchBrands>;
    /** One brand; status 404 when there is none with this id. */
    get: Endpoint<typeof getBrand>;
  };
  competitions: {
    /** Up to ten competitions by name or slug, forgiving typing mistakes and accents. */
    search: Endpoint<typeof searchCompetitions>;
    /** One competition; status 404 when there is none with this id. */
    get: Endpoint<typeof getCompetition>;
  };
  userCollections: {
    /**
     * The collection if it is there (`cached`), else the scrape that is under way (`processing`); status 429 when five
     * scrapes of this client are under way already.
     */
    scrape: Endpoint<typeof scrapeUserCollection, 200 | 202>;
    /** A page of a collection that has been read; status 404 when it has not, or not yet. */
    get: Endpoint<typeof getUserCollection>;
    /** How far the newest scrape is. `followScrape` asks this until it ends. */
    progress: Endpoint<typeof getScrapeProgress>;
  };
  /** How the catalogue is. That it is unhealthy is an answer too (503), and is not asked again. */
  health: Endpoint<typeof getHealth, 200 | 503>;
  /** The catalogue's OpenAPI document. */
  openapi: Endpoint<typeof getOpenApi>;
  /** The catalogue's interactive documentation: the text of an HTML page. */
  docs: Endpoint<typeof getDocs>;
}

/**
 * Opens a client of one catalogue. It holds no connection and needs no closing; nothing is asked before the
 * first call. Throws a `TypeError` that names an option which cannot be.
 *
 * @example
 * const catalogue = createCatalogueClient({ baseUrl: 'https://kits.example' });
 * const clubs = await catalogue.clubs.search({ keyword: 'bayren' }, { signal: AbortSignal.timeout(500) });
 */
export function createCatalogueClient(options: CatalogueClientOptions): CatalogueClient {
  const connection = toConnection(options);

  function endpoint<C extends Contract, S extends Status<C> = Ok<C>>(
    contract: C,
    statuses?: readonly S[],
  ): Endpoint<C, S> {
    const takesArguments = contract.params !== undefined || contract.query !== undefined;
    return (...parameters) => {
      const [args = {}, callOptions] = takesArguments ? parameters : [{}, ...parameters];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just what ParametersOf says
      return call(connection, contract, args as ArgumentsOf<C>, callOptions as CallOptions, statuses);
    };
  }

  return {
    clubs: {
      search: endpoint(searchClubs),
      get: endpoint(getClub),
      kits: endpoint(listClubKits),
      random: endpoint(listRandomClubs),
    },
    kits: {
      list: endpoint(listKits),
      search: endpoint(searchKits),
      bulk: endpoint(listKitsInBulk),
      get: endpoint(getKit),
      picture: endpoint(getKitPicture),
      random: endpoint(listRandomKits),
    },
    seasons: {
      ofClub: endpoint(listClubSeasons),
      search: endpoint(searchSeasons),
      get: endpoint(getSeason),
    },
    brands: { search: endpoint(searchBrands), get: endpoint(getBrand) },
    competitions: { search: endpoint(searchCompetitions), get: endpoint(getCompetition) },
    userCollections: {
      scrape: endpoint(scrapeUserCollection, [200, 202]),
      get: endpoint(getUserCollection),
      progress: endpoint(getScrapeProgress),
    },
    health: endpoint(getHealth, [200, 503]),
    openapi: endpoint(getOpenApi),
    docs: endpoint(getDocs),
  };
}
