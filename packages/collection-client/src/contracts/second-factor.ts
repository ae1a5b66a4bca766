import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { ACCOUNTS_TAG, confirmedBodyErrors, mfaRequiredAnswer, openBodyErrors, session } from './accounts.ts';
import { commonErrors, confirmation, invalidInput } from './errors.ts';

/** A TOTP secret that waits for its first code. */
export const totpSetup = z
  .object({
    secret: z.string().meta({ description: 'In base 32, for those who type it into their app.' }),
    otpauth_url: z.string().meta({ description: 'The same for apps, mostly shown as a QR code.' }),
  })
  .meta({ id: 'TotpSetup' });

/** Codes for the day on which the app is lost. */
export const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({ description: 'They are shown once, and each works once.' }),
  })
  .meta({ id: 'RecoveryCodes' });

const codeField = z.string().min(1);
const aCode = 'A code of the app, or a recovery code.';

/** Whoever changes a second factor that is on proves to be the owner once more. */
const proof = z.object({
  password: z.string().optional().meta({ description: 'Required if the account has one.' }),
});

const recoveryCodesAnswer = { description: 'The new recovery codes.', schema: recoveryCodes };

/** `POST /api/accounts/mfa/totp/`: a new secret for an authenticator app. */
export const startTotp = {
  id: 'startTotp',
  method: 'POST',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Begin to set up multi-factor sign-in',
  description:
    'TOTP (RFC 6238) with SHA-1, 6 digits and 30 seconds. It is on once a code is confirmed; till then each request ' +
    'makes a new secret.',
  answers: {
    200: { description: 'The secret.', schema: totpSetup },
    400: invalidInput,
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
} as const satisfies Contract;

/** `POST /api/accounts/mfa/totp/confirm/`: turns multi-factor sign-in on. */
export const confirmTotp = {
  id: 'confirmTotp',
  method: 'POST',
  path: '/api/accounts/mfa/totp/confirm/',
  tag: ACCOUNTS_TAG,
  summary: 'Turn multi-factor sign-in on',
  description: 'Ends the other sessions: they began without a code. The token stays.',
  body: z.object({ code: codeField.meta({ description: 'A code of the app.' }) }),
  answers: { 200: recoveryCodesAnswer, ...confirmedBodyErrors },
  access: 'fresh-session',
} as const satisfies Contract;

/** `DELETE /api/accounts/mfa/totp/`: turns multi-factor sign-in off. */
export const removeTotp = {
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Turn multi-factor sign-in off',
  description: 'The recovery codes and the other sessions end with it. A wrong password is a failed sign-in.',
  body: proof,
  answers: { 204: { description: 'No code is asked for any more.' }, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
} as const satisfies Contract;

/** `POST /api/accounts/mfa/recovery-codes/`: new recovery codes. */
export const createRecoveryCodes = {
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/accounts/mfa/recovery-codes/',
  tag: ACCOUNTS_TAG,
  summary: 'New recovery codes',
  description: 'The old ones end. A wrong password is a failed sign-in.',
  body: proof,
  answers: { 200: recoveryCodesAnswer, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
} as const satisfies Contract;

/** `POST /api/accounts/mfa/login/`: ends a sign-in that a provider has begun. */
export const finishLogin = {
  id: 'finishLogin',
  method: 'POST',
  path: '/api/accounts/mfa/login/',
  tag: ACCOUNTS_TAG,
  summary: 'End a social sign-in with a code',
  description:
    'For the 10 minutes after a social sign-in has come back with `mfa_required`, in the same browser. A wrong code is ' +
    'a failed sign-in.',
  body: z.object({ code: codeField.meta({ description: aCode }) }),
  answers: {
    200: { description: 'Who is signed in.', schema: session },
    401: mfaRequiredAnswer,
    ...openBodyErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** The endpoints of multi-factor sign-in, in the order in which the document tells them. */
export const SECOND_FACTOR_CONTRACTS: readonly Contract[] = [
  startTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes,
  finishLogin,
];
