import { generateSecret, generateURI, verify } from 'otplib';

/** The issuer that authenticator apps display. */
const ISSUER = 'Kitroom';

/** The codes of the adjacent time steps are accepted too: clocks differ, and people type slowly. */
const TOLERANCE_SECONDS = 30;

/** A new secret in base 32: 160 bits, as recommended by RFC 4226. */
export function createTotpSecret(): string {
  return generateSecret();
}

/** The `otpauth:` URL by which authenticator apps import a secret. */
export function toOtpauthUrl(username: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: username, secret });
}

/** The current time step (RFC 6238, 30 seconds each) that a code belongs to; undefined if it is wrong. */
export async function findTotpStep(secret: string, code: string): Promise<number | undefined> {
  const result = await verify({ secret, token: code, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
