import type { ContractResponse, Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { emailField } from './email.ts';
import { commonErrors, confirmation, forgery, invalidBody, openErrors } from './errors.ts';
import { profile } from './profile.ts';
import { nameField, usernameField } from './users.ts';

export const ACCOUNTS_TAG = 'Accounts';

/** The maximum length of a new password, in characters. */
export const PASSWORD_MAX = 1000;

const notBlank = z.string().min(1);

/** A new password; its other rules are described by the error texts. */
export const newPasswordField = z.string().min(1).max(PASSWORD_MAX).meta({
  description:
    'At least 8 characters; not a common password, not entirely numeric, and not similar to the username.',
});

const keyField = z.string().trim().min(1).meta({ description: 'The key from the e-mail.' });

/** Errors of a public account endpoint that takes a body. */
export const openBodyErrors = { ...invalidBody, ...forgery, ...openErrors } as const;

/** Errors of an endpoint that takes a body and requires a fresh session. */
export const confirmedBodyErrors = { ...invalidBody, ...confirmation, ...commonErrors } as const;

export const detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });

const csrfToken = z
  .object({
    csrf_token: z.string().meta({ description: 'For the `X-CSRF-Token` header of every write request.' }),
  })
  .meta({ id: 'CsrfToken' });

export const sessionUser = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    url: z.string().meta({ description: "The user's URL." }),
    avatar: z.string().nullable().meta({ description: "The picture's URL." }),
    is_staff: z.boolean(),
  })
  .meta({ id: 'SessionUser' });

export const session = z
  .object({
    is_authenticated: z.boolean(),
    user: sessionUser.nullable().meta({ description: 'Null if nobody is signed in.' }),
  })
  .meta({ id: 'Session' });

/** The password was right, and a code is required. */
export const mfaRequired = z
  .object({ detail: z.string(), mfa_required: z.literal(true) })
  .meta({ id: 'MfaRequired' });

export const mfaRequiredAnswer = {
  description: 'The password is correct; repeat the request with `code`.',
  schema: mfaRequired,
} satisfies ContractResponse;

const sessionAnswer = { description: 'The signed-in user, if any.', schema: session };
const detailAnswer = (description: string) => ({ description, schema: detail });

export const getCsrfToken = {
  id: 'getCsrfToken',
  method: 'GET',
  path: '/api/accounts/csrf/',
  tag: ACCOUNTS_TAG,
  summary: 'Get the CSRF token of this browser',
  description: 'Starts a session if there is none. The token does not change on sign-in.',
  responses: { 200: { description: 'The token.', schema: csrfToken }, ...openErrors },
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
  description: 'Identified by the session or the API token.',
  responses: { 200: sessionAnswer, ...openErrors },
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
  description:
    'Sets the cookie of a new session. `username` may also be the e-mail address. Failed attempts are counted per ' +
    'user and IP address; after too many, even the correct password is answered with 429.',
  body: z.object({
    username: z.string().trim().min(1),
    password: notBlank,
    code: z.string().optional().meta({
      description:
        'Required if multi-factor sign-in is on: a code from the authenticator app, or a recovery code.',
    }),
  }),
  responses: { 200: sessionAnswer, 401: mfaRequiredAnswer, ...openBodyErrors },
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
  responses: { 204: { description: 'Signed out.' }, ...forgery, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const signup = {
  id: 'signup',
  method: 'POST',
  path: '/api/accounts/signup/',
  tag: ACCOUNTS_TAG,
  summary: 'Create an account',
  description:
    'Sends a verification key to the e-mail address. The account can sign in once the address is ' +
    'verified; accounts that are not verified within a week are removed.',
  body: z.object({
    username: usernameField,
    email: emailField,
    password: newPasswordField,
    name: nameField.optional(),
  }),
  responses: { 201: { description: 'The account.', schema: profile }, ...openBodyErrors },
  access: 'public',
  stored: 'never',
} as const satisfies Contract;

export const verifyEmail = {
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/accounts/verify-email/',
  tag: ACCOUNTS_TAG,
  summary: 'Verify an e-mail address',
  description:
    'Keys are valid for 3 days and can be used once. For a changed address, this applies the change.',
  body: z.object({ key: keyField }),
  responses: { 200: detailAnswer('The address has been verified.'), ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

export const resendVerification = {
  id: 'resendVerification',
  method: 'POST',
  path: '/api/accounts/verify-email/resend/',
  tag: ACCOUNTS_TAG,
  summary: 'Resend the verification key',
  description:
    'The response does not reveal whether an unverified account has this address. At most one e-mail a ' +
    'minute is sent.',
  body: z.object({ email: emailField }),
  responses: {
    200: detailAnswer('If an unverified account has this address, an e-mail is being sent.'),
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
  description:
    'The response does not reveal whether an account has this address. At most one e-mail a minute is ' +
    'sent.',
  body: z.object({ email: emailField }),
  responses: {
    200: detailAnswer('If an account has this address, an e-mail is being sent.'),
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
  description: 'Ends all sessions of the account, deletes its API token, and verifies its e-mail address.',
  body: z.object({ key: keyField, password: newPasswordField }),
  responses: { 200: detailAnswer('The password has been reset.'), ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

export const changePassword = {
  id: 'changePassword',
  method: 'POST',
  path: '/api/accounts/password/change/',
  tag: ACCOUNTS_TAG,
  summary: 'Change the password',
  description:
    'Ends all other sessions. The API token remains valid unless `delete_token` is set. A wrong current ' +
    'password counts as a failed sign-in.',
  body: z.object({
    current_password: notBlank,
    new_password: newPasswordField,
    delete_token: z.boolean().default(false).meta({ description: 'Whether to delete the API token too.' }),
  }),
  responses: { 200: detailAnswer('The password has been changed.'), ...confirmedBodyErrors },
  access: 'fresh-session',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const accountEndpoints = {
  /** The token for `csrfToken`; it stays the same after sign-in. */
  csrf: getCsrfToken,
  session: getSession,
  /** Signs in by session, or answers `mfa_required` if a `code` is needed. */
  login,
  logout,
  /** Creates an account whose e-mail address must then be verified. */
  signup,
  /** Verifies the address that a key was sent to. */
  verifyEmail,
  /** Sends another key; the answer does not reveal whether the address is known. */
  resendVerification,
  /** Sends a key for a new password; the answer does not reveal whether the address is known. */
  resetPassword,
  confirmPasswordReset,
  /** Changes the caller's password and ends the other sessions. */
  changePassword,
} as const satisfies ContractTree;
