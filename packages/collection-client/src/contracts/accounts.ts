import * as z from 'zod';
import type { ContractResponse, ContractTree } from '@kitroom/shared';
import { emailField } from './email.ts';
import { endpointsOf, errorResponse } from './errors.ts';
import { profile } from './profile.ts';
import { nameField, usernameField } from './users.ts';

const endpoint = endpointsOf('Accounts');
const publicEndpoint = endpointsOf('Accounts', { method: 'POST', access: 'public' });
const sessionEndpoint = endpointsOf('Accounts', {
  access: 'public',
  stored: 'never',
  isCounted: false,
  needsPrimary: true,
});

/** The maximum length of a new password, in characters. */
export const PASSWORD_MAX = 1000;

const notBlank = z.string().min(1);

/** A new password; its other rules are described by the error texts. */
export const newPasswordField = z.string().min(1).max(PASSWORD_MAX);

const keyField = z.string().trim().min(1);

export const detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });

const csrfToken = z.object({ csrf_token: z.string() }).meta({ id: 'CsrfToken' });

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
  .object({ is_authenticated: z.boolean(), user: sessionUser.nullable() })
  .meta({ id: 'Session' });

/** The password is correct, and a code is required. */
export const mfaRequired = z
  .object({ detail: z.string(), mfa_required: z.literal(true) })
  .meta({ id: 'MfaRequired' });

export const mfaRequiredResponse = { schema: mfaRequired } satisfies ContractResponse;

const sessionResponse = { schema: session };
const detailResponse = { schema: detail };

export const getCsrfToken = sessionEndpoint({
  id: 'getCsrfToken',
  path: '/api/accounts/csrf/',
  summary: 'Get the CSRF token of this browser',
  responses: { 200: { schema: csrfToken } },
});

export const getSession = sessionEndpoint({
  id: 'getSession',
  path: '/api/accounts/session/',
  summary: 'Get the signed-in user',
  responses: { 200: sessionResponse },
});

export const login = publicEndpoint({
  id: 'login',
  path: '/api/accounts/login/',
  summary: 'Sign in',
  body: z.object({ username: z.string().trim().min(1), password: notBlank, code: z.string().optional() }),
  responses: { 200: sessionResponse, 401: mfaRequiredResponse },
  returned: [401],
  stored: 'never',
});

export const logout = publicEndpoint({
  id: 'logout',
  path: '/api/accounts/logout/',
  summary: 'Sign out',
  responses: { 204: {}, 401: errorResponse },
});

export const signup = publicEndpoint({
  id: 'signup',
  path: '/api/accounts/signup/',
  summary: 'Create an account',
  body: z.object({
    username: usernameField,
    email: emailField,
    password: newPasswordField,
    name: nameField.optional(),
  }),
  responses: { 201: { schema: profile } },
  stored: 'never',
});

export const verifyEmail = publicEndpoint({
  id: 'verifyEmail',
  path: '/api/accounts/verify-email/',
  summary: 'Verify an e-mail address',
  body: z.object({ key: keyField }),
  responses: { 200: detailResponse },
});

export const resendVerification = publicEndpoint({
  id: 'resendVerification',
  path: '/api/accounts/verify-email/resend/',
  summary: 'Resend the verification key',
  body: z.object({ email: emailField }),
  responses: { 200: detailResponse },
});

export const resetPassword = publicEndpoint({
  id: 'resetPassword',
  path: '/api/accounts/password/reset/',
  summary: 'Request a password reset',
  body: z.object({ email: emailField }),
  responses: { 200: detailResponse },
});

export const confirmPasswordReset = publicEndpoint({
  id: 'confirmPasswordReset',
  path: '/api/accounts/password/reset/confirm/',
  summary: 'Reset the password',
  body: z.object({ key: keyField, password: newPasswordField }),
  responses: { 200: detailResponse },
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'POST',
  path: '/api/accounts/password/change/',
  summary: 'Change the password',
  body: z.object({
    current_password: notBlank,
    new_password: newPasswordField,
    delete_token: z.boolean().default(false),
  }),
  responses: { 200: detailResponse },
  access: 'fresh-session',
});

/** Endpoints by client method name. */
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
