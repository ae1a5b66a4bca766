import type { Contract, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import {
  ACCOUNTS_TAG,
  confirmedBodyErrors,
  mfaRequiredResponse,
  openBodyErrors,
  session,
} from './accounts.ts';
import { commonErrors, confirmation, invalidInput } from './errors.ts';

/** A TOTP secret whose first code is not confirmed yet. */
export const totpSetup = z
  .object({
    secret: z.string(),
    otpauth_url: z.string(),
  })
  .meta({ id: 'TotpSetup' });

/** Codes for when the authenticator app is lost. */
export const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()),
  })
  .meta({ id: 'RecoveryCodes' });

const codeField = z.string().min(1);

/** Changing an enabled second factor requires proof of ownership. */
const proof = z.object({
  password: z.string().optional(),
});

const recoveryCodesResponse = { schema: recoveryCodes };

export const startTotp = {
  id: 'startTotp',
  method: 'POST',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Start setting up multi-factor sign-in',
  responses: {
    200: { schema: totpSetup },
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
  body: z.object({ code: codeField }),
  responses: { 200: recoveryCodesResponse, ...confirmedBodyErrors },
  access: 'fresh-session',
  stored: 'never',
} as const satisfies Contract;

export const removeTotp = {
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/accounts/mfa/totp/',
  tag: ACCOUNTS_TAG,
  summary: 'Turn multi-factor sign-in off',
  body: proof,
  responses: { 204: {}, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
} as const satisfies Contract;

export const createRecoveryCodes = {
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/accounts/mfa/recovery-codes/',
  tag: ACCOUNTS_TAG,
  summary: 'Replace the recovery codes',
  body: proof,
  responses: { 200: recoveryCodesResponse, ...confirmedBodyErrors },
  access: 'fresh-session-with-code',
  stored: 'never',
} as const satisfies Contract;

export const finishLogin = {
  id: 'finishLogin',
  method: 'POST',
  path: '/api/accounts/mfa/login/',
  tag: ACCOUNTS_TAG,
  summary: 'Complete a social sign-in with a code',
  body: z.object({ code: codeField }),
  responses: {
    200: { schema: session },
    401: mfaRequiredResponse,
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
