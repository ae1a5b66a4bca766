import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { ACCOUNTS_TAG } from './accounts.ts';
import { commonErrors, confirmation, forgery, invalidBody, openErrors } from './errors.ts';

const notBlank = z.string().min(1);

/** The credential of API clients. */
export const token = z.object({ token: z.string() }).meta({ id: 'Token' });

/** `POST /api/auth-token/`: username and password for the user's one token. */
export const createToken = {
  id: 'createToken',
  method: 'POST',
  path: '/api/auth-token/',
  tag: 'Tokens',
  summary: 'The token of a user',
  description:
    'One token a user, the same each time until it is deleted. Failed attempts count per username and address; ' +
    'after too many the right password answers 429 too.',
  body: z.object({ username: notBlank, password: notBlank }),
  answers: {
    200: { description: 'The token.', schema: token },
    ...invalidBody,
    ...forgery,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** `DELETE /api/accounts/token/`: deletes the caller's token. */
export const deleteToken = {
  id: 'deleteToken',
  method: 'DELETE',
  path: '/api/accounts/token/',
  tag: ACCOUNTS_TAG,
  summary: "Delete the caller's API token",
  description: 'Whatever uses it is refused at once. The next one that is asked for is another.',
  answers: { 204: { description: 'There is no token.' }, ...confirmation, ...commonErrors },
  access: 'fresh-session',
} as const satisfies Contract;
