import * as z from 'zod';
import type { ContractResponse, Contract, ContractTree } from '@kitroom/shared';
import { emailField } from './email.ts';
import { commonErrors, confirmation, forgery, invalidBody, openErrors } from './errors.ts';
import { profile } from './profile.ts';
import { nameField, usernameField } from './users.ts';

export const ACCOUNTS_TAG = 'Accounts';

/** The maximum length of a new password, in characters. */
export const PASSWORD_MAX = 1000;

const notBlank = z.string().min(1);

/** A new password; its other rules are described by the error texts. */
export const newPasswordField = z.string().min(1).max(PASSWORD_MAX);

const keyField = z.string().trim().min(1);

/** Errors of a public account endpoint that takes a body. */
export const openBodyErrors = { ...invalidBody, ...forgery, ...openErrors } as const;

/** Errors of an endpoint that takes a body and requires a fresh session. */
export const confirmedBodyErrors = { ...invalidBody, ...confirmation, ...commonErrors } as const;

export const detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });

const csrfToken = z
  .object({
    csrf_token: z.string(),
  })
  .meta({ id: 'CsrfToken' });

export const sessionUser = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    url: z.string(),
    avatar: z.string().nullable(),
    is_staff: z.boolean(),
  })
  .meta({ id: 'SessionUser' });

export const session = z
  .object({
    is_authenticated: z.boolean(),
    user: sessionUser.nullable(),
  })
  .meta({ id: 'Session' });

/** The password was right, and a code is required. */
export const mfaRequired = z
  .object({ detail: z.string(), mfa_required: z.literal(true) })
  .meta({ id: 'MfaRequired' });

export const mfaRequiredResponse = {
  schema: mfaRequired,
} satisfies ContractResponse;

const sessionResponse = { schema: session };
const detailResponse = { schema: detail };

export const getCsrfToken = {
  id: 'getCsrfToken',
  method: 'GET',
  path: '/api/accounts/csrf/',
  tag: ACCOUNTS_TAG,
  summary: 'Get the CSRF token of this browser',
  responses: { 200: { schema: csrfToken }, ...openErrors },
  access: 'public',
  stored: 'never',
  isCounted: false,
} as const satisfies Contract;

export const getSession = {
  id: 'getSession',
  method: 'GET',
  path: '/api/accounts/session/',
  tag: ACCOUNTS_TAG,
  summary: 'Get the signed-in user',
  responses: { 200: sessionResponse, ...openErrors },
  access: 'public',
  stored: 'never',
  isCounted: false,
} as const satisfies Contract;

export const login = {
  id: 'login',
  method: 'POST',
  path: '/api/accounts/login/',
  tag: ACCOUNTS_TAG,
  summary: 'Sign in',
  body: z.object({
    username: z.string().trim().min(1),
    password: notBlank,
    code: z.string().optional(),
  }),
  responses: { 200: sessionResponse, 401: mfaRequiredResponse, ...openBodyErrors },
  returned: [401],
  access: 'public',
  stored: 'never',
} as const satisfies Contract;

export const logout = {
  id: 'logout',
  method: 'POST',
  path: '/api/accounts/logout/',
  tag: ACCOUNTS_TAG,
  summary: 'Sign out',
  responses: { 204: {}, ...forgery, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const signup = {
  id: 'signup',
  method: 'POST',
  path: '/api/accounts/signup/',
  tag: ACCOUNTS_TAG,
  summary: 'Create an account',
  body: z.object({
    username: usernameField,
    email: emailField,
    password: newPasswordField,
    name: nameField.optional(),
  }),
  responses: { 201: { schema: profile }, ...openBodyErrors },
  access: 'public',
  stored: 'never',
} as const satisfies Contract;

export const verifyEmail = {
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/accounts/verify-email/',
  tag: ACCOUNTS_TAG,
  summary: 'Verify an e-mail address',
  body: z.object({ key: keyField }),
  responses: { 200: detailResponse, ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

export const resendVerification = {
  id: 'resendVerification',
  method: 'POST',
  path: '/api/accounts/verify-email/resend/',
  tag: ACCOUNTS_TAG,
  summary: 'Resend the verification key',
  body: z.object({ email: emailField }),
  responses: {
    200: detailResponse,
    ...openBodyErrors,
  },
  access: 'public',
} as const satisfies Contract;

export const resetPassword = {
  id: 'resetPassword',
  method: 'POST',
  path: '/api/accounts/password/reset/',
  tag: ACCOUNTS_TAG,
  summary: 'Request a password reset',
  body: z.object({ email: emailField }),
  responses: {
    200: detailResponse,
    ...openBodyErrors,
  },
  access: 'public',
} as const satisfies Contract;

export const confirmPasswordReset = {
  id: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/accounts/password/reset/confirm/',
  tag: ACCOUNTS_TAG,
  summary: 'Reset the password',
  body: z.object({ key: keyField, password: newPasswordField }),
  responses: { 200: detailResponse, ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

export const changePassword = {
  id: 'changePassword',
  method: 'POST',
  path: '/api/accounts/password/change/',
  tag: ACCOUNTS_TAG,
  summary: 'Change the password',
  body: z.object({
    current_password: notBlank,
    new_password: newPasswordField,
    delete_token: z.boolean().default(false),
  }),
  responses: { 200: detailResponse, ...confirmedBodyErrors },
  access: 'fresh-session',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const accountEndpoints = {
  /** The token for `csrfToken`; it stays the same after sign-in. */
  csrf: getCsrfToken,
  session: getSession,
  /** Signs in by session, or rejects with `mfa_required` if a `code` is needed. */
  login,
  logout,
  /** Creates an account whose e-mail address must then be verified. */
  signup,
  /** Verifies the address that a key was sent to. */
  verifyEmail,
  /** Sends another key; the response does not reveal whether the address is known. */
  resendVerification,
  /** Sends a key for a new password; the response does not reveal whether the address is known. */
  resetPassword,
  confirmPasswordReset,
  /** Changes the caller's password and ends the other sessions. */
  changePassword,
} as const satisfies ContractTree;

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
