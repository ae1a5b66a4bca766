import type { Contract } from '@kitroom/shared';
import { ARCHIVE_CONTRACTS } from './archive.ts';
import { getDocs, getSchema } from './documents.ts';
import { getHealth } from './health.ts';
import { createToken } from './tokens.ts';
import { getMe, getUser, listUsers, patchUser, putUser } from './users.ts';

/** The collection service's endpoints, in the order in which its document tells them. */
export const COLLECTION_CONTRACTS: readonly Contract[] = [
  getHealth,
  getDocs,
  getSchema,
  createToken,
  listUsers,
  getMe,
  getUser,
  putUser,
  patchUser,
  ...ARCHIVE_CONTRACTS,
];
