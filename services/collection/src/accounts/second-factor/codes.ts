import { createHash, randomBytes } from 'node:crypto';
import { generateURI, verify } from 'otplib';

const COUNT = 10;
const BYTES = 14;
const GROUP = /.{7}/g;

/** Creates recovery codes for display, such as `1a2b3c4-d5e6f70-8192a3b-4c5d6e7`, of 112 random bits each. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const digits = randomBytes(BYTES).toString('hex');
    return (digits.match(GROUP) ?? []).join('-');
  });
}

/**
 * The stored hash of a recovery code. Its 112 random bits cannot be guessed, so a slow hash would have no
 * benefit. It does not depend on SECRET_KEY, so that recovery codes still work if that is lost.
 */
export function hashRecoveryCode(userId: number, digits: string): Buffer {
  return createHash('sha256').update(`kitroom recovery code\0${userId}\0${digits}`).digest();
}

/** Parses user input: the digits of a TOTP code or of a recovery code; undefined for anything else. */
export function readCode(text: string): { totp: string } | { recovery: string } | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return { totp: digits };
  const recovery = digits.toLowerCase();
  return /^[0-9a-f]{28}$/.test(recovery) ? { recovery } : undefined;
}

/** The issuer that authenticator apps display. */
const ISSUER = 'Kitroom';

/** Codes of the adjacent time steps are also accepted, as clocks differ and people type slowly. */
const TOLERANCE_SECONDS = 30;

/** The `otpauth:` URL by which authenticator apps import a secret. */
export function toOtpauthUrl(username: string, secret: string): string {
  return generateURI({ issuer: ISSUER, label: username, secret });
}

/** The current time step (RFC 6238, 30 seconds each) that a code belongs to; undefined if it is wrong. */
export async function findTotpStep(secret: string, code: string): Promise<number | undefined> {
  const result = await verify({ secret, token: code, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
