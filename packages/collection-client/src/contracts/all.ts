import type { Contract } from '@kitroom/shared';
import { ACCOUNT_CONTRACTS } from './accounts.ts';
import { listArchiveFilters } from './archive-filters.ts';
import { ARCHIVE_CONTRACTS } from './archive.ts';
import { getMyValue } from './collection-value.ts';
import {
  getCollection,
  getMyCollection,
  getNamedCollection,
  listCollectionItems,
  listCollections,
  listMyCollectionItems,
  listNamedCollectionItems,
} from './collections.ts';
import { getDocs, getSchema } from './documents.ts';
import { EXPORT_CONTRACTS } from './exports.ts';
import { getHealth, getReady, getRoot, getService } from './health.ts';
import { batchItems, cloneItem } from './item-batch.ts';
import { IMPORT_CONTRACTS } from './imports.ts';
import { createItem, deleteItem, getItem, listItems, listItemValues, patchItem, putItem } from './items.ts';
import { createPhoto, deletePhoto, getPhoto, listPhotos, patchPhoto, putPhoto } from './photos.ts';
import { PROFILE_CONTRACTS } from './profile.ts';
import { REFERENCE_CONTRACTS } from './reference.ts';
import { SECOND_FACTOR_CONTRACTS } from './second-factor.ts';
import { SESSION_CONTRACTS } from './sessions.ts';
import { SHARE_CONTRACTS } from './shares.ts';
import { SOCIAL_CONTRACTS } from './social.ts';
import { createToken, deleteToken } from './tokens.ts';
import { getMe, getUser, listUsers, patchUser, putUser } from './users.ts';

/** All endpoints, in the order of the OpenAPI document. */
export const COLLECTION_CONTRACTS: readonly Contract[] = [
  getRoot,
  getService,
  getHealth,
  getReady,
  getDocs,
  getSchema,
  createToken,
  ...ACCOUNT_CONTRACTS,
  ...SESSION_CONTRACTS,
  deleteToken,
  ...SECOND_FACTOR_CONTRACTS,
  ...SOCIAL_CONTRACTS,
  ...PROFILE_CONTRACTS,
  listUsers,
  getMe,
  getUser,
  putUser,
  patchUser,
  listCollections,
  getMyCollection,
  getMyValue,
  getCollection,
  getNamedCollection,
  listMyCollectionItems,
  listCollectionItems,
  listNamedCollectionItems,
  ...EXPORT_CONTRACTS,
  listItems,
  createItem,
  batchItems,
  getItem,
  putItem,
  patchItem,
  deleteItem,
  cloneItem,
  listItemValues,
  listPhotos,
  createPhoto,
  getPhoto,
  putPhoto,
  patchPhoto,
  deletePhoto,
  ...SHARE_CONTRACTS,
  ...IMPORT_CONTRACTS,
  ...REFERENCE_CONTRACTS,
  ...ARCHIVE_CONTRACTS,
  listArchiveFilters,
];
