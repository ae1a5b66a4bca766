import { generate } from 'otplib';
import type { BrowserContext } from 'playwright-core';

/** Turns on multi-factor sign-in for whoever is signed in, and returns the recovery codes. */
export async function enableSecondFactor({ request }: BrowserContext, showcase: string): Promise<string[]> {
  const config = (await (await request.get('/config.json')).json()) as { collection: string };
  const accounts = `${config.collection}/api/accounts`;
  const { csrf_token } = (await (await request.get(`${accounts}/csrf/`)).json()) as { csrf_token: string };
  const headers = { 'X-CSRF-Token': csrf_token, Origin: showcase };
  const started = await request.post(`${accounts}/mfa/totp/`, { headers });
  const { secret } = (await started.json()) as { secret: string };
  const data = { code: await generate({ secret }) };
  const confirmed = await request.post(`${accounts}/mfa/totp/confirm/`, { headers, data });
  return ((await confirmed.json()) as { recovery_codes: string[] }).recovery_codes;
}
