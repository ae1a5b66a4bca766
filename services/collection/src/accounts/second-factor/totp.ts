import { generateSecret, generateURI, verify } from 'otplib';

/** What authenticator apps write over the code. */
const ISSUER = 'Kitroom';

/** A code of the step before and of the step after counts too: clocks differ, and people type slowly. */
const TOLERANCE_SECONDS = 30;

/** A new secret in base 32: 160 bits, as RFC 4226 advises. */
export function createTotpSecret(): string {
  return generateSecret();
}

/** The address by which authenticator apps take over a secret. */
export function toOtpauthUrl(username: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: username, secret });
}

/** The time step (RFC 6238, 30 seconds each) whose code this is; undefined where it is none of now. */
export async function findTotpStep(secret: string, code: string): Promise<number | undefined> {
  const result = await verify({ secret, token: code, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
