import type { Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { ACCOUNTS_TAG, confirmedBodyErrors, mfaRequiredAnswer, openBodyErrors, session } from './accounts.ts';
import { commonErrors, confirmation, invalidInput } from './errors.ts';

/** A TOTP secret whose first code is not confirmed yet. */
export const totpSetup = z
  .object({
    secret: z.string().meta({ description: 'In base 32, for manual entry.' }),
    otpauth_url: z
      .string()
      .meta({ description: 'The same as a URL for authenticator apps, usually shown as a QR code.' }),
  })
  .meta({ id: 'TotpSetup' });

/** Codes for when the authenticator app is lost. */
export const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({ description: 'Shown only once; each code can be used once.' }),
  })
  .meta({ id: 'RecoveryCodes' });

const codeField = z.string().min(1);
const aCode = 'A code from the authenticator app, or a recovery code.';

/** Changing an enabled second factor requires proof of ownership. */
const proof = z.object({
  password: z.string().optional().meta({ description: 'Required if the account has one.' }),
});

const recoveryCodesAnswer = { description: 'The new recovery codes.', schema: recoveryCodes };

export const startTotp = {
  id: 'startTotp',
  method: 'POST',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Start setting up multi-factor sign-in',
  description:
    'TOTP (RFC 6238) with SHA-1, 6 digits and 30 seconds. Multi-factor sign-in is on once a code is ' +
    'confirmed; until then, each request creates a new secret.',
  responses: {
    200: { description: 'The secret.', schema: totpSetup },
    400: invalidInput,
    ...confirmation,
    ...commonErrors,
  },
  access: 'fresh-session',
  stored: 'never',
} as const satisfies Contract;

export const confirmTotp = {
  id: 'confirmTotp',
  method: 'POST',
  path: '/api/accounts/mfa/totp/confirm/',
  tag: ACCOUNTS_TAG,
  summary: 'Turn multi-factor sign-in on',
  description: 'Ends all other sessions, as they started without a code. The API token remains valid.',
  body: z.object({ code: codeField.meta({ description: 'A code from the authenticator app.' }) }),
  responses: { 200: recoveryCodesAnswer, ...confirmedBodyErrors },
  access: 'fresh-session',
  stored: 'never',
} as const satisfies Contract;

export const removeTotp = {
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Turn multi-factor sign-in off',
  description:
    'Invalidates the recovery codes and ends all other sessions. A wrong password counts as a failed ' +
    'sign-in.',
  body: proof,
  responses: { 204: { description: 'Multi-factor sign-in is off.' }, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
} as const satisfies Contract;

export const createRecoveryCodes = {
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/accounts/mfa/recovery-codes/',
  tag: ACCOUNTS_TAG,
  summary: 'Replace the recovery codes',
  description: 'Invalidates the old codes. A wrong password counts as a failed sign-in.',
  body: proof,
  responses: { 200: recoveryCodesAnswer, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
  stored: 'never',
} as const satisfies Contract;

export const finishLogin = {
  id: 'finishLogin',
  method: 'POST',
  path: '/api/accounts/mfa/login/',
  tag: ACCOUNTS_TAG,
  summary: 'Complete a social sign-in with a code',
  description:
    'Available in the same browser for 10 minutes after a social sign-in returned `mfa_required`. A ' +
    'wrong code counts as a failed sign-in.',
  body: z.object({ code: codeField.meta({ description: aCode }) }),
  responses: {
    200: { description: 'The signed-in user, if any.', schema: session },
    401: mfaRequiredAnswer,
    ...openBodyErrors,
  },
  access: 'public',
  stored: 'never',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const secondFactorEndpoints = {
  /** A new secret for an authenticator app; multi-factor sign-in is enabled once a code of it is confirmed. */
  startTotp,
  /** Enables multi-factor sign-in and ends the other sessions; the recovery codes are shown only once. */
  confirmTotp,
  removeTotp,
  /** Replaces all recovery codes. */
  createRecoveryCodes,
  /** Completes a social sign-in that returned with `mfa_required`. */
  finishLogin,
} as const satisfies ContractTree;
