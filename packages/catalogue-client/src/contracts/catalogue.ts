import { listContracts, type ContractTree } from '@kitroom/shared';
import { brandEndpoints } from './brands.ts';
import { clubEndpoints } from './clubs.ts';
import { competitionEndpoints } from './competitions.ts';
import { countKitFacets } from './facets.ts';
import { kitEndpoints } from './kits.ts';
import { matchTexts } from './matches.ts';
import { bulkDataEndpoints, listChanges } from './mirroring.ts';
import { referenceEndpoints } from './reference.ts';
import { seasonEndpoints } from './seasons.ts';
import { suggestRecords } from './suggestions.ts';
import { systemEndpoints } from './system.ts';
import { userCollectionEndpoints } from './user-collections.ts';

/**
 * The catalogue's endpoints, by the names of the client's methods and in the order of the OpenAPI document.
 */
export const CATALOGUE = {
  ...systemEndpoints,
  clubs: clubEndpoints,
  kits: {
    ...kitEndpoints,
    /** How many kits have each value of some fields, for lists to choose filters from. */
    facets: countKitFacets,
  },
  seasons: seasonEndpoints,
  brands: brandEndpoints,
  competitions: competitionEndpoints,
  ...referenceEndpoints,
  /** Records of all kinds for what is being typed, best first; fast enough for every keystroke. */
  suggest: suggestRecords,
  bulkData: bulkDataEndpoints,
  changes: {
    /**
     * A page of changes in the order of their commits; status 410 if those after `after` are no longer kept.
     */
    list: listChanges,
  },
  /** The records that names from a table may mean, with scores; up to 100 texts of each kind at once. */
  match: matchTexts,
  userCollections: userCollectionEndpoints,
} as const satisfies ContractTree;

/** All endpoints; clients do without this list. */
export const CATALOGUE_CONTRACTS = /* @__PURE__ */ listContracts(CATALOGUE);
