import * as z from 'zod';
import { idInput, type ContractTree } from '@kitroom/shared';
import { confirmationRequired, endpointsOf } from './errors.ts';
import { textField, timeField } from './text-field.ts';

const endpoint = endpointsOf('Tokens', { stored: 'never', needsPrimary: true });

/** The permissions of an app token; `write` includes reading. */
export const TOKEN_SCOPES = ['read', 'write'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Maximum length of an app token's name, and number of app tokens of a user, including expired ones. */
export const TOKEN_NAME_MAX = 100;
export const APP_TOKENS_MAX = 50;

const time = z.iso.datetime();

const dates = { created_at: time, last_used_at: time.nullable(), expires_at: time.nullable() } as const;
const appTokenFields = { id: z.int(), name: z.string(), scope: z.enum(TOKEN_SCOPES), ...dates } as const;

export const appToken = z.object(appTokenFields).meta({ id: 'AppToken' });

/** A new app token, with its secret, which is shown only once. */
export const createdAppToken = z
  .object({ ...appTokenFields, token: z.string() })
  .meta({ id: 'CreatedAppToken' });

/** The token that authenticates a request; the user's one token has no name. */
export const currentToken = z
  .object({ name: z.string().nullable(), scope: z.enum(TOKEN_SCOPES), ...dates })
  .meta({ id: 'CurrentToken' });

export type AppToken = z.output<typeof appToken>;

export const token = z.object({ token: z.string() }).meta({ id: 'Token' });

export const createToken = endpoint({
  id: 'createToken',
  method: 'POST',
  path: '/api/auth-token/',
  summary: "Get a user's token",
  body: z.object({ username: z.string().trim().min(1), password: z.string().min(1) }),
  responses: { 200: { schema: token } },
  access: 'public',
});

const current = { path: '/api/accounts/token/' } as const;

export const getToken = endpoint({
  id: 'getToken',
  ...current,
  summary: 'Get the token of this request',
  responses: { 200: { schema: currentToken } },
  access: 'token',
});

export const deleteToken = endpoint({
  id: 'deleteToken',
  method: 'DELETE',
  ...current,
  summary: 'Delete the token of this request',
  responses: { 204: {}, 403: { schema: confirmationRequired } },
  access: 'token-or-fresh-session',
});

/** Endpoints by client method name. */
export const tokenEndpoints = {
  /** The user's one token; status 400 with `fields` for wrong credentials. */
  create: createToken,
  /** The token that the client uses; status 403 for a session. */
  current: getToken,
  /** Deletes the token that the client uses, to sign an app out; in a session, the user's one token. */
  remove: deleteToken,
} as const satisfies ContractTree;

const appTokens = { path: '/api/accounts/tokens/' } as const;

export const listAppTokens = endpoint({
  id: 'listAppTokens',
  ...appTokens,
  summary: "List the caller's app tokens",
  responses: { 200: { schema: z.array(appToken) } },
  access: 'session',
});

export const createAppToken = endpoint({
  id: 'createAppToken',
  method: 'POST',
  ...appTokens,
  summary: 'Create an app token',
  body: z.object({
    name: textField({ max: TOKEN_NAME_MAX }),
    scope: z.enum(TOKEN_SCOPES),
    expires_at: timeField.nullable().optional(),
  }),
  responses: { 201: { schema: createdAppToken } },
  access: 'fresh-session',
});

export const deleteAppToken = endpoint({
  id: 'deleteAppToken',
  method: 'DELETE',
  path: '/api/accounts/tokens/{id}/',
  summary: 'Delete an app token',
  params: z.object({ id: idInput }),
  responses: { 204: {} },
  access: 'fresh-session',
});

/** Endpoints by client method name. */
export const appTokenEndpoints = {
  /** The caller's app tokens, newest first; requires a session. */
  list: listAppTokens,
  /** Creates an app token; its `token` is shown only once. */
  create: createAppToken,
  /** Deletes an app token, effective immediately. */
  remove: deleteAppToken,
} as const satisfies ContractTree;
