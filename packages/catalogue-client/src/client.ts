import { createEndpoints } from '@kitroom/client';
import { toConnection, type CatalogueClientOptions } from './connection.ts';
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

/** The catalogue's endpoints, one method each. */
export type CatalogueClient = ReturnType<typeof createCatalogueClient>;

/**
 * Opens a client of one catalogue. It holds no connection and needs no closing; nothing is asked before the
 * first call. Throws a `TypeError` that names an invalid option.
 *
 * @example
 * const catalogue = createCatalogueClient({ baseUrl: 'https://kits.example' });
 * const clubs = await catalogue.clubs.search({ keyword: 'bayren' }, { signal: AbortSignal.timeout(500) });
 */
export function createCatalogueClient(options: CatalogueClientOptions) {
  const endpoint = createEndpoints(toConnection(options));
  return {
    clubs: {
      /** Up to ten clubs by name or slug, forgiving typing mistakes and accents. */
      search: endpoint(searchClubs),
      /** One club; status 404 when there is none with this id. */
      get: endpoint(getClub),
      /** A page of a club's kits, newest season first; status 404 when there is no such club. */
      kits: endpoint(listClubKits),
      /** A page of clubs in an order that is drawn anew every 30 minutes. */
      random: endpoint(listRandomClubs),
    },
    kits: {
      /** A page of kits by any combination of filters, newest id first; status 400 for an unknown colour or design. */
      list: endpoint(listKits),
      /** Up to ten kits by name and year: `malaga 2003`. */
      search: endpoint(searchKits),
      /** 2 to 30 kits by slug or address, separated by commas, in that order; unknown ones are skipped. */
      bulk: endpoint(listKitsInBulk),
      /** One kit in full; status 404 when there is none with this id. */
      get: endpoint(getKit),
      /** A kit drawn from its design and colours: the text of an SVG file. */
      picture: endpoint(getKitPicture),
      /** A page of kits in an order that is drawn anew every 30 minutes. */
      random: endpoint(listRandomKits),
    },
    seasons: {
      /** The seasons in which the club `id` has kits, newest first; status 404 when there is no such club. */
      ofClub: endpoint(listClubSeasons),
      /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`; status 400 for anything else. */
      search: endpoint(searchSeasons),
      /** One season; status 404 when there is none with this id. */
      get: endpoint(getSeason),
    },
    brands: {
      /** Up to ten brands by name or slug, forgiving typing mistakes and accents. */
      search: endpoint(searchBrands),
      /** One brand; status 404 when there is none with this id. */
      get: endpoint(getBrand),
    },
    competitions: {
      /** Up to ten competitions by name or slug, forgiving typing mistakes and accents. */
      search: endpoint(searchCompetitions),
      /** One competition; status 404 when there is none with this id. */
      get: endpoint(getCompetition),
    },
    userCollections: {
      /**
       * The collection if it is there (`cached`), else the scrape that is under way (`processing`); status 429 when
       * five scrapes of this client are under way already.
       */
      scrape: endpoint(scrapeUserCollection),
      /** A page of a collection that has been read; status 404 when it has not, or not yet. */
      get: endpoint(getUserCollection),
      /** How far the newest scrape is. `followScrape` asks this until it ends. */
      progress: endpoint(getScrapeProgress),
    },
    /** How the catalogue is. That it is unhealthy is an answer too (503), and is not asked again. */
    health: endpoint(getHealth, 503),
    /** The catalogue's OpenAPI document. */
    openapi: endpoint(getOpenApi),
    /** The catalogue's interactive documentation: the text of an HTML page. */
    docs: endpoint(getDocs),
  };
}
