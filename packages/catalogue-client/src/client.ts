import { createEndpoints } from '@kitroom/client';
import { expandable, explainable } from './kit-lists.ts';
import { toConnection, type CatalogueClientOptions } from './connection.ts';
import { getBrand, listBrands, searchBrands } from './contracts/brands.ts';
import {
  getClub,
  getClubCrest,
  listClubKits,
  listClubs,
  listClubTimeline,
  listRandomClubs,
  searchClubs,
} from './contracts/clubs.ts';
import { getCompetition, listCompetitions, searchCompetitions } from './contracts/competitions.ts';
import { countKitFacets } from './contracts/facets.ts';
import {
  getKit,
  getKitPicture,
  listKits,
  listKitsInBulk,
  listRandomKits,
  searchKits,
} from './contracts/kits.ts';
import { getBulkFile, listBulkData, listChanges } from './contracts/mirroring.ts';
import { matchTexts } from './contracts/matches.ts';
import { listColours, listCountries, listDesigns, listKitTypes } from './contracts/reference.ts';
import { getSeason, listClubSeasons, searchSeasons } from './contracts/seasons.ts';
import { suggestRecords } from './contracts/suggestions.ts';
import {
  getDocs,
  getHealth,
  getNoLogo,
  getOpenApi,
  getReady,
  getRoot,
  getService,
} from './contracts/system.ts';
import {
  getEntryImage,
  getScrapeProgress,
  getUserCollection,
  listCustomEntries,
  scrapeUserCollection,
} from './contracts/user-collections.ts';

/** A client with one method per endpoint. */
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
      /** A page of clubs with their numbers of kits, by name unless `ordering` is given. */
      list: endpoint(listClubs),
      /** Up to ten clubs by name or slug, tolerating typos and accents. */
      search: endpoint(searchClubs),
      /** One club; status 404 if there is none with this id. */
      get: endpoint(getClub),
      /** A page of a club's kits, newest season first unless `ordering` is given; status 404 if there is no such club. */
      kits: expandable<typeof listClubKits>(endpoint(listClubKits)),
      /** A club's kits by season, newest first, ten seasons a page; status 404 if there is no such club. */
      timeline: endpoint(listClubTimeline),
      /** A crest drawn from a club's name and newest home kit, as the text of an SVG file. */
      crest: endpoint(getClubCrest),
      /** A page of clubs in random order, redrawn every 30 minutes. */
      random: endpoint(listRandomClubs),
    },
    kits: {
      /** A page of kits by any combination of filters, newest id first unless `ordering` is given; status 400 for an unknown choice. */
      list: expandable<typeof listKits>(endpoint(listKits)),
      /** How many kits have each value of some fields, for lists to choose filters from. */
      facets: endpoint(countKitFacets),
      /** Up to ten kits by name and year: `malaga 2003`. */
      search: explainable(endpoint(searchKits)),
      /** 2 to 30 kits by slug or URL, separated by commas, in that order; unknown ones are skipped. */
      bulk: endpoint(listKitsInBulk),
      /** A complete kit; status 404 if there is none with this id. */
      get: endpoint(getKit),
      /** A kit drawn from its design and colours, as the text of an SVG file. */
      picture: endpoint(getKitPicture),
      /** A page of kits in random order, redrawn every 30 minutes. */
      random: endpoint(listRandomKits),
    },
    seasons: {
      /** The seasons in which the club `id` has kits, newest first; status 404 if there is no such club. */
      ofClub: endpoint(listClubSeasons),
      /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`; status 400 for anything else. */
      search: endpoint(searchSeasons),
      /** One season; status 404 if there is none with this id. */
      get: endpoint(getSeason),
    },
    brands: {
      /** A page of brands with their numbers of kits, by name unless `ordering` is given. */
      list: endpoint(listBrands),
      /** Up to ten brands by name or slug, tolerating typos and accents. */
      search: endpoint(searchBrands),
      /** One brand; status 404 if there is none with this id. */
      get: endpoint(getBrand),
    },
    competitions: {
      /** A page of competitions with their numbers of kits, by name unless `ordering` is given. */
      list: endpoint(listCompetitions),
      /** Up to ten competitions by name or slug, tolerating typos and accents. */
      search: endpoint(searchCompetitions),
      /** One competition; status 404 if there is none with this id. */
      get: endpoint(getCompetition),
    },
    /** The countries that clubs are from, with numbers of clubs and kits. */
    countries: endpoint(listCountries),
    /** All kit types in their order, with numbers of kits. */
    kitTypes: endpoint(listKitTypes),
    /** All colours, with the numbers of kits whose primary colour it is. */
    colors: endpoint(listColours),
    /** All designs, with numbers of kits. */
    designs: endpoint(listDesigns),
    /** Records of all kinds for what is being typed, best first; made to be asked on every keystroke. */
    suggest: endpoint(suggestRecords),
    bulkData: {
      /** Files with the whole catalogue, of which one has all records; empty until they are made. */
      list: endpoint(listBulkData),
      /** One of these files, in memory: to stream it, fetch its `url`. */
      file: endpoint(getBulkFile),
    },
    changes: {
      /** A page of changes in the order of their commits; status 410 if those after `after` are no longer kept. */
      list: endpoint(listChanges),
    },
    /** The records that names from a table may mean, with scores; up to 100 texts of each kind at once. */
    match: endpoint(matchTexts),
    userCollections: {
      /**
       * The collection if available (`cached`), else the active scrape (`processing`); status 429 if this client has
       * five active scrapes.
       */
      scrape: endpoint(scrapeUserCollection),
      /** A page of a collection; status 404 if it has not been read yet. */
      get: endpoint(getUserCollection),
      /** A page of its entries that refer to no kit of the archive. */
      customEntries: endpoint(listCustomEntries),
      /** A picture of an entry, fetched from the archive at its pace; status 404 if it has none. */
      image: endpoint(getEntryImage),
      /** The progress of the newest scrape. `followScrape` polls this until it ends. */
      progress: endpoint(getScrapeProgress),
    },
    /** The service's name, version and links. */
    root: endpoint(getRoot),
    /** The same, from `/api`. */
    service: endpoint(getService),
    /** The health report. An unhealthy one (503) is returned, not retried. */
    health: endpoint(getHealth, 503),
    /** Whether the service can serve requests. If not (503), the report is returned, not retried. */
    ready: endpoint(getReady, 503),
    /** The catalogue's OpenAPI document. */
    openapi: endpoint(getOpenApi),
    /** The interactive documentation, as the text of an HTML page. */
    docs: endpoint(getDocs),
    /** The default logo of brands and competitions, as the text of an SVG file. */
    noLogo: endpoint(getNoLogo),
  };
}
