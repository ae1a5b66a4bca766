import type { Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { ACCOUNTS_TAG } from './accounts.ts';
import { commonErrors, confirmation, errorResponse, invalidBody, tokenRefused } from './errors.ts';

const timestamp = z.iso.datetime();

/** How long a sign-in or a confirmation is valid, in minutes. */
export const CONFIRMATION_MINUTES = 15;

const confirmed = z
  .object({
    detail: z.string(),
    confirmed_until: timestamp.meta({
      description: 'When this session stops being allowed to change credentials.',
    }),
  })
  .meta({ id: 'Confirmed' });

/** A browser in which the caller is signed in. */
export const ownSession = z
  .object({
    id: z.string().meta({ description: 'An identifier for URLs; it grants no access.' }),
    created_at: timestamp,
    last_used_at: timestamp.meta({ description: 'Accurate to the minute.' }),
    user_agent: z.string().nullable().meta({ description: "The browser's last `User-Agent`." }),
    address: z.string().nullable().meta({ description: 'The IP address it was last used from.' }),
    is_current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'OwnSession' });

const ownToken = z
  .object({
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'Accurate to the minute; null if never used.' }),
  })
  .meta({ id: 'OwnToken' });

export const ownSessions = z
  .object({
    sessions: z.array(ownSession).meta({ description: 'Most recently used first.' }),
    token: ownToken.nullable().meta({ description: 'Null if there is none.' }),
  })
  .meta({ id: 'OwnSessions' });

export const confirmSession = {
  id: 'confirmSession',
  method: 'POST',
  path: '/api/accounts/confirm/',
  tag: ACCOUNTS_TAG,
  summary: 'Re-authenticate this session',
  description:
    `Lets this session change credentials for the next ${CONFIRMATION_MINUTES} minutes, as signing in ` +
    'does, and gives it a new id. A wrong password or code counts as a failed sign-in. Users without a ' +
    'password sign in again with a linked provider.',
  body: z.object({
    password: z.string().optional().meta({ description: 'Required if the account has one.' }),
    code: z.string().optional().meta({
      description:
        'Required if multi-factor sign-in is on: a code from the authenticator app, or a recovery code.',
    }),
  }),
  responses: {
    200: { description: 'The session is confirmed.', schema: confirmed },
    ...invalidBody,
    ...tokenRefused,
    ...commonErrors,
  },
  access: 'session',
  stored: 'never',
} as const satisfies Contract;

export const listSessions = {
  id: 'listSessions',
  method: 'GET',
  path: '/api/accounts/sessions/',
  tag: ACCOUNTS_TAG,
  summary: "List the caller's sessions and API token",
  description: 'A session expires after 14 days without use, and after 90 days at the latest.',
  responses: {
    200: { description: 'The sessions and the token.', schema: ownSessions },
    ...tokenRefused,
    ...commonErrors,
  },
  access: 'session',
  stored: 'never',
} as const satisfies Contract;

export const endSession = {
  id: 'endSession',
  method: 'DELETE',
  path: '/api/accounts/sessions/{id}/',
  tag: ACCOUNTS_TAG,
  summary: 'End a session',
  params: z.object({ id: z.uuid().meta({ description: 'The id from `GET sessions/`.' }) }),
  responses: {
    204: { description: 'The session has ended, on all replicas.' },
    404: errorResponse('The caller has no such session.'),
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
} as const satisfies Contract;

export const endOtherSessions = {
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/accounts/sessions/',
  tag: ACCOUNTS_TAG,
  summary: 'End all other sessions',
  responses: {
    204: { description: 'All other sessions have ended.' },
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const sessionEndpoints = {
  /** Reauthenticates the user; call it after an error with `confirmationRequired`, then retry. */
  confirm: confirmSession,
  /** The caller's sessions, and when the API token was last used. */
  sessions: listSessions,
  endSession,
  endOtherSessions,
} as const satisfies ContractTree;
