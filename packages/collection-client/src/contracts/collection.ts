import { listContracts, type ContractTree } from '@kitroom/shared';
import { accountEndpoints } from './accounts.ts';
import { listArchiveFilters } from './archive-filters.ts';
import { archiveEndpoints } from './archive.ts';
import { countFacets, countMyFacets, countNamedFacets, countSharedFacets } from './collection-facets.ts';
import { collectionEndpoints, getMyValue, listMyKits } from './collections.ts';
import { exportEndpoints, itemTableEndpoints } from './exports.ts';
import { importEndpoints } from './imports.ts';
import { batchEndpoints } from './item-batch.ts';
import { itemChangeEndpoints } from './item-changes.ts';
import { itemEndpoints } from './items.ts';
import { photoEndpoints } from './photos.ts';
import { profileEndpoints } from './profile.ts';
import { referenceEndpoints } from './reference.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { sessionEndpoints } from './sessions.ts';
import { sharedEndpoints, shareEndpoints } from './shares.ts';
import { socialEndpoints } from './social.ts';
import { systemEndpoints } from './system.ts';
import { appTokenEndpoints, tokenEndpoints } from './tokens.ts';
import { userEndpoints } from './users.ts';

/** The collection service's endpoints, keyed by client method name, in the order of the OpenAPI document. */
export const COLLECTION = {
  ...systemEndpoints,
  tokens: tokenEndpoints,
  appTokens: appTokenEndpoints,
  accounts: {
    ...accountEndpoints,
    ...sessionEndpoints,
    ...secondFactorEndpoints,
    ...socialEndpoints,
    ...profileEndpoints,
  },
  users: userEndpoints,
  collections: {
    ...collectionEndpoints,
    /** Cost and value of the caller's collection, by currency and month. */
    myValue: getMyValue,
    /** Counts the caller's items by field; drafts only if requested. */
    myFacets: countMyFacets,
    /** Counts a user's public items by field; status 403 if the collection is private. */
    facets: countFacets,
    facetsByUsername: countNamedFacets,
    /** The kits of the caller's items, drafts excluded. */
    myKits: listMyKits,
    ...itemTableEndpoints,
  },
  exports: exportEndpoints,
  items: { ...itemEndpoints, ...batchEndpoints, ...itemChangeEndpoints },
  photos: photoEndpoints,
  shares: shareEndpoints,
  /**
   * The contents of a share link, without an account; status 401 with `passwordRequired` until `unlock`
   * succeeds.
   */
  shared: {
    ...sharedEndpoints,
    /** Counts the shared items by field. */
    facets: countSharedFacets,
  },
  imports: importEndpoints,
  /** Colours, sizes and designs of items, and the service's limits. */
  reference: referenceEndpoints,
  /**
   * The catalogue through the collection service; all but `filters` respond with 503 while it is unavailable.
   */
  archive: {
    ...archiveEndpoints,
    /**
     * Filter options of public items, with counts; from the service's own database, without the catalogue.
     */
    filters: listArchiveFilters,
  },
} as const satisfies ContractTree;

/** All endpoints; bundles of clients do not contain this list. */
export const COLLECTION_CONTRACTS = /* @__PURE__ */ listContracts(COLLECTION);
