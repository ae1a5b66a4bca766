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

/** The catalogue's endpoints, keyed by client method name, in the order of the OpenAPI document. */
export const CATALOGUE = {
  ...systemEndpoints,
  clubs: clubEndpoints,
  kits: {
    ...kitEndpoints,
    /** The number of kits for each value of some fields, for choosing filters. */
    facets: countKitFacets,
  },
  seasons: seasonEndpoints,
  brands: brandEndpoints,
  competitions: competitionEndpoints,
  ...referenceEndpoints,
  /** Suggests records of all kinds for a partly typed text, best first. Fast enough for every keystroke. */
  suggest: suggestRecords,
  bulkData: bulkDataEndpoints,
  changes: {
    /**
     * A page of changes in the order of their commits. Status 410 if changes after `after` are no longer
     * kept.
     */
    list: listChanges,
  },
  /**
   * Matches names, such as those of an imported table, to records, with scores. Up to 100 names of each kind
   * per call.
   */
  match: matchTexts,
  userCollections: userCollectionEndpoints,
} as const satisfies ContractTree;

/** All endpoints as a list, which clients do not need. */
export const CATALOGUE_CONTRACTS = /* @__PURE__ */ listContracts(CATALOGUE);
