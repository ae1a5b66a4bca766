import type { Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { ACCOUNTS_TAG } from './accounts.ts';
import { commonErrors, confirmation, forgery, invalidBody, openErrors } from './errors.ts';

export const token = z.object({ token: z.string() }).meta({ id: 'Token' });

export const createToken = {
  id: 'createToken',
  method: 'POST',
  path: '/api/auth-token/',
  tag: 'Tokens',
  summary: "Get a user's token",
  body: z.object({ username: z.string().trim().min(1), password: z.string().min(1) }),
  responses: {
    200: { schema: token },
    ...invalidBody,
    ...forgery,
    ...openErrors,
  },
  access: 'public',
  stored: 'never',
} as const satisfies Contract;

export const deleteToken = {
  id: 'deleteToken',
  method: 'DELETE',
  path: '/api/accounts/token/',
  tag: ACCOUNTS_TAG,
  summary: "Delete the caller's API token",
  responses: { 204: {}, ...confirmation, ...commonErrors },
  access: 'fresh-session',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const tokenEndpoints = {
  /** The user's one token; status 400 with `fields` for wrong credentials. */
  create: createToken,
  /** Requires a session, not a token. */
  remove: deleteToken,
} as const satisfies ContractTree;
