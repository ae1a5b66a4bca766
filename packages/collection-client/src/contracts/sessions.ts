import * as z from 'zod';
import type { ContractTree } from '@kitroom/shared';
import { endpointsOf } from './errors.ts';

const endpoint = endpointsOf('Accounts', { access: 'session', stored: 'never', needsPrimary: true });
const endingEndpoint = endpointsOf('Accounts', { method: 'DELETE', access: 'fresh-session' });

const timestamp = z.iso.datetime();

/** How long a sign-in or a confirmation is valid, in minutes. */
export const CONFIRMATION_MINUTES = 15;

const confirmed = z.object({ detail: z.string(), confirmed_until: timestamp }).meta({ id: 'Confirmed' });

/** A browser in which the caller is signed in. */
export const ownSession = z
  .object({
    id: z.string(),
    created_at: timestamp,
    last_used_at: timestamp,
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    is_current: z.boolean(),
  })
  .meta({ id: 'OwnSession' });

const ownToken = z
  .object({ created_at: timestamp, last_used_at: timestamp.nullable() })
  .meta({ id: 'OwnToken' });

export const ownSessions = z
  .object({ sessions: z.array(ownSession), token: ownToken.nullable() })
  .meta({ id: 'OwnSessions' });

export const confirmSession = endpoint({
  id: 'confirmSession',
  method: 'POST',
  path: '/api/accounts/confirm/',
  summary: 'Re-authenticate this session',
  body: z.object({ password: z.string().optional(), code: z.string().optional() }),
  responses: { 200: { schema: confirmed } },
});

export const listSessions = endpoint({
  id: 'listSessions',
  path: '/api/accounts/sessions/',
  summary: "List the caller's sessions and API token",
  responses: { 200: { schema: ownSessions } },
});

export const endSession = endingEndpoint({
  id: 'endSession',
  path: '/api/accounts/sessions/{id}/',
  summary: 'End a session',
  params: z.object({ id: z.uuid() }),
  responses: { 204: {} },
});

export const endOtherSessions = endingEndpoint({
  id: 'endOtherSessions',
  path: '/api/accounts/sessions/',
  summary: 'End all other sessions',
  responses: { 204: {} },
});

/** Endpoints by client method name. */
export const sessionEndpoints = {
  /** Reauthenticates the user; call it after an error with `confirmationRequired`, then retry. */
  confirm: confirmSession,
  /** The caller's sessions, and when the API token was last used. */
  sessions: listSessions,
  endSession,
  endOtherSessions,
} as const satisfies ContractTree;
