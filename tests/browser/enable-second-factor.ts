import { generate } from 'otplib';
import type { CollectionApi } from './collection-api.ts';

/** Enables two-factor sign-in for the signed-in user, and returns the recovery codes. */
export async function enableSecondFactor({ send }: CollectionApi): Promise<string[]> {
  const { secret } = await send<{ secret: string }>('POST', '/api/accounts/mfa/totp/');
  const data = { code: await generate({ secret }) };
  const confirmed = await send<{ recovery_codes: string[] }>('POST', '/api/accounts/mfa/totp/confirm/', data);
  return confirmed.recovery_codes;
}
