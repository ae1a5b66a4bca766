import type { Contract } from '@kitroom/shared';
import { ARCHIVE_CONTRACTS } from './archive/archive-contract.ts';
import { getDocs, getSchema } from './documents-contract.ts';
import { getHealth } from './health/health-contract.ts';
import { createToken } from './tokens/token-contract.ts';
import { getMe, getUser, listUsers, patchUser, putUser } from './users/user-contract.ts';

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
