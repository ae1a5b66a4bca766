import type { Contract } from '@kitroom/shared';
import * as brands from './brands.ts';
import * as clubs from './clubs.ts';
import * as competitions from './competitions.ts';
import * as facets from './facets.ts';
import * as kits from './kits.ts';
import * as mirroring from './mirroring.ts';
import * as matches from './matches.ts';
import * as reference from './reference.ts';
import * as seasons from './seasons.ts';
import * as suggestions from './suggestions.ts';
import * as system from './system.ts';
import * as userCollections from './user-collections.ts';

/** The catalogue's endpoints, in the order of the OpenAPI document. */
export const CATALOGUE_CONTRACTS: readonly Contract[] = [
  system.getRoot,
  system.getService,
  system.getHealth,
  system.getReady,
  system.getDocs,
  system.getOpenApi,
  system.getNoLogo,
  clubs.listClubs,
  clubs.searchClubs,
  clubs.getClub,
  clubs.listClubKits,
  clubs.listClubTimeline,
  clubs.getClubCrest,
  clubs.listRandomClubs,
  kits.listKits,
  kits.searchKits,
  facets.countKitFacets,
  kits.listKitsInBulk,
  kits.getKit,
  kits.getKitPicture,
  kits.listRandomKits,
  seasons.listClubSeasons,
  seasons.searchSeasons,
  seasons.getSeason,
  brands.listBrands,
  brands.searchBrands,
  brands.getBrand,
  competitions.listCompetitions,
  competitions.searchCompetitions,
  competitions.getCompetition,
  reference.listCountries,
  reference.listKitTypes,
  reference.listColours,
  reference.listDesigns,
  suggestions.suggestRecords,
  mirroring.listBulkData,
  mirroring.getBulkFile,
  mirroring.listChanges,
  matches.matchTexts,
  userCollections.scrapeUserCollection,
  userCollections.getUserCollection,
  userCollections.listCustomEntries,
  userCollections.getEntryImage,
  userCollections.getScrapeProgress,
];
