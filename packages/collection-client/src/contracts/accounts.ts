import type { Answer, Contract } from '@kitroom/shared';
import * as z from 'zod';
import { emailField } from './email.ts';
import { commonErrors, confirmation, forgery, invalidBody, openErrors } from './errors.ts';
import { profile } from './profile.ts';
import { nameField, usernameField } from './users.ts';

/** The heading of all that has to do with one's own account. */
export const ACCOUNTS_TAG = 'Accounts';

/** Characters of a new password. */
export const PASSWORD_MAX = 1000;

const notBlank = z.string().min(1);

/** A password that is being chosen; its further rules are told by the answer. */
export const newPasswordField = z.string().min(1).max(PASSWORD_MAX).meta({
  description: 'At least 8 characters; not common, not digits alone, and not similar to the username.',
});

const keyField = notBlank.meta({ description: 'The key that the mail brought.' });

/** What an account endpoint that is open to everyone may answer to a body. */
export const openBodyErrors = { ...invalidBody, ...forgery, ...openErrors } as const;

/** The same for one that changes a way into the account. */
export const confirmedBodyErrors = { ...invalidBody, ...confirmation, ...commonErrors } as const;

/** One sentence for people. */
export const detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });

const csrfToken = z
  .object({ csrf_token: z.string().meta({ description: 'For the `X-CSRF-Token` header of each change.' }) })
  .meta({ id: 'CsrfToken' });

/** Who is signed in. */
export const sessionUser = z
  .object({
    id: z.int(),
    username: z.string(),
    name: z.string(),
    url: z.string().meta({ description: 'The address of this user.' }),
    avatar: z.string().nullable().meta({ description: 'The address of the picture.' }),
    is_staff: z.boolean(),
  })
  .meta({ id: 'SessionUser' });

/** Whether anyone is signed in, and who. */
export const session = z
  .object({
    is_authenticated: z.boolean(),
    user: sessionUser.nullable().meta({ description: 'Null where nobody is signed in.' }),
  })
  .meta({ id: 'Session' });

/** The password was right, and a code is needed. */
export const mfaRequired = z
  .object({ detail: z.string(), mfa_required: z.literal(true) })
  .meta({ id: 'MfaRequired' });

/** The 401 of a sign-in that needs a code. */
export const mfaRequiredAnswer = {
  description: 'The password was right; the same is to be sent again with `code`.',
  schema: mfaRequired,
} satisfies Answer;

const sessionAnswer = { description: 'Who is signed in.', schema: session };
const detailAnswer = (description: string) => ({ description, schema: detail });

/** `GET /api/accounts/csrf/`: the token that changes with a session's cookie must bring along. */
export const getCsrfToken = {
  id: 'getCsrfToken',
  method: 'GET',
  path: '/api/accounts/csrf/',
  tag: ACCOUNTS_TAG,
  summary: 'The CSRF token of this browser',
  description: 'Begins a session where there is none. The token stays the same when somebody signs in.',
  answers: { 200: { description: 'The token.', schema: csrfToken }, ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/accounts/session/`: who is signed in. */
export const getSession = {
  id: 'getSession',
  method: 'GET',
  path: '/api/accounts/session/',
  tag: ACCOUNTS_TAG,
  summary: 'Who is signed in',
  description: 'By the session, or by the token that is sent.',
  answers: { 200: sessionAnswer, ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/login/`: signs in. */
export const login = {
  id: 'login',
  method: 'POST',
  path: '/api/accounts/login/',
  tag: ACCOUNTS_TAG,
  summary: 'Sign in',
  description:
    'Sets the cookie of a new session. Failed attempts count per username and address; after too many the right ' +
    'password answers 429 too.',
  body: z.object({
    username: notBlank,
    password: notBlank,
    code: z
      .string()
      .optional()
      .meta({ description: 'Where multi-factor is on: a code, or a recovery code.' }),
  }),
  answers: { 200: sessionAnswer, 401: mfaRequiredAnswer, ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/logout/`: signs out. */
export const logout = {
  id: 'logout',
  method: 'POST',
  path: '/api/accounts/logout/',
  tag: ACCOUNTS_TAG,
  summary: 'Sign out',
  answers: { 204: { description: 'Nobody is signed in.' }, ...forgery, ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/signup/`: creates an account, which waits for its e-mail to be verified. */
export const signup = {
  id: 'signup',
  method: 'POST',
  path: '/api/accounts/signup/',
  tag: ACCOUNTS_TAG,
  summary: 'Create an account',
  description:
    'Sends a key to the e-mail address. The account can sign in once the address is verified; one that is not ' +
    'verified within a week is removed.',
  body: z.object({
    username: usernameField,
    email: emailField,
    password: newPasswordField,
    name: nameField.optional(),
  }),
  answers: { 201: { description: 'The account.', schema: profile }, ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/verify-email/`: verifies the address that a key was sent to. */
export const verifyEmail = {
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/accounts/verify-email/',
  tag: ACCOUNTS_TAG,
  summary: 'Verify an e-mail address',
  description: 'Keys last 3 days and work once. The key of a changed address makes it the account’s.',
  body: z.object({ key: keyField }),
  answers: { 200: detailAnswer('The address is verified.'), ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/verify-email/resend/`: sends another key to an address that is not verified yet. */
export const resendVerification = {
  id: 'resendVerification',
  method: 'POST',
  path: '/api/accounts/verify-email/resend/',
  tag: ACCOUNTS_TAG,
  summary: 'Send the key once more',
  description: 'Answers the same whether an account waits for this address or not; a mail a minute at most.',
  body: z.object({ email: emailField }),
  answers: {
    200: detailAnswer('If an account waits for this address, a mail is on its way.'),
    ...openBodyErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/password/reset/`: sends a key with which a new password can be set. */
export const resetPassword = {
  id: 'resetPassword',
  method: 'POST',
  path: '/api/accounts/password/reset/',
  tag: ACCOUNTS_TAG,
  summary: 'Ask for a new password',
  description: 'Answers the same whether an account has this address or not; a mail a minute at most.',
  body: z.object({ email: emailField }),
  answers: { 200: detailAnswer('If an account has this address, a mail is on its way.'), ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/password/reset/confirm/`: sets a new password with a key. */
export const confirmPasswordReset = {
  id: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/accounts/password/reset/confirm/',
  tag: ACCOUNTS_TAG,
  summary: 'Set a new password',
  description: 'Ends all sessions of the account, deletes its API token, and verifies its e-mail address.',
  body: z.object({ key: keyField, password: newPasswordField }),
  answers: { 200: detailAnswer('The password is set.'), ...openBodyErrors },
  access: 'public',
} as const satisfies Contract;

/** `POST /api/accounts/password/change/`: changes the caller's password. */
export const changePassword = {
  id: 'changePassword',
  method: 'POST',
  path: '/api/accounts/password/change/',
  tag: ACCOUNTS_TAG,
  summary: 'Change the password',
  description:
    'Ends the other sessions. The API token stays, unless `delete_token` is sent. A wrong current password is a ' +
    'failed sign-in.',
  body: z.object({
    current_password: notBlank,
    new_password: newPasswordField,
    delete_token: z.boolean().default(false).meta({ description: 'Whether the API token is deleted too.' }),
  }),
  answers: { 200: detailAnswer('The password is changed.'), ...confirmedBodyErrors },
  access: 'fresh-session',
} as const satisfies Contract;

/** The endpoints of accounts, in the order in which the document tells them. */
export const ACCOUNT_CONTRACTS: readonly Contract[] = [
  getCsrfToken,
  getSession,
  login,
  logout,
  signup,
  verifyEmail,
  resendVerification,
  resetPassword,
  confirmPasswordReset,
  changePassword,
];
