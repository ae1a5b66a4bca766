import * as z from 'zod';
import type { ContractTree } from '@kitroom/shared';
import { mfaRequiredResponse, session } from './accounts.ts';
import { endpointsOf, invalidInput } from './errors.ts';

const endpoint = endpointsOf('Accounts');
const newSecret = endpointsOf('Accounts', { method: 'POST', access: 'fresh-session', stored: 'never' });

/** A TOTP secret whose first code is not confirmed yet. */
export const totpSetup = z.object({ secret: z.string(), otpauth_url: z.string() }).meta({ id: 'TotpSetup' });

/** Codes to use if the authenticator app is lost. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

const codeField = z.string().min(1);

/** Changing an enabled second factor requires proof of ownership. */
const proof = z.object({ password: z.string().optional() });

const recoveryCodesResponse = { schema: recoveryCodes };

export const startTotp = newSecret({
  id: 'startTotp',
  path: '/api/accounts/mfa/totp/',
  summary: 'Start setting up multi-factor sign-in',
  responses: { 200: { schema: totpSetup }, 400: invalidInput },
});

export const confirmTotp = newSecret({
  id: 'confirmTotp',
  path: '/api/accounts/mfa/totp/confirm/',
  summary: 'Turn multi-factor sign-in on',
  body: z.object({ code: codeField }),
  responses: { 200: recoveryCodesResponse },
});

export const removeTotp = endpoint({
  id: 'removeTotp',
  method: 'DELETE',
  path: '/api/accounts/mfa/totp/',
  summary: 'Turn multi-factor sign-in off',
  body: proof,
  responses: { 204: {} },
  access: 'fresh-session-with-code',
});

export const createRecoveryCodes = endpoint({
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/accounts/mfa/recovery-codes/',
  summary: 'Replace the recovery codes',
  body: proof,
  responses: { 200: recoveryCodesResponse },
  access: 'fresh-session-with-code',
  stored: 'never',
});

export const finishLogin = endpoint({
  id: 'finishLogin',
  method: 'POST',
  path: '/api/accounts/mfa/login/',
  summary: 'Complete a social sign-in with a code',
  body: z.object({ code: codeField }),
  responses: { 200: { schema: session }, 401: mfaRequiredResponse },
  access: 'public',
  stored: 'never',
});

/** Endpoints by client method name. */
export const secondFactorEndpoints = {
  /**
   * A new secret for an authenticator app; multi-factor sign-in is enabled once one of its codes is
   * confirmed.
   */
  startTotp,
  /** Enables multi-factor sign-in and ends the other sessions; the recovery codes are shown only once. */
  confirmTotp,
  removeTotp,
  /** Replaces all recovery codes. */
  createRecoveryCodes,
  /** Completes a social sign-in that ended with `mfa_required`. */
  finishLogin,
} as const satisfies ContractTree;
