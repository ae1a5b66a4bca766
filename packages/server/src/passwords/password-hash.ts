import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, two passes and one lane: what OWASP asks for, and some 12 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How hashes of that cost begin. */
const HASH_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Checks passwords, and takes the same time where there is none to check against. */
export interface PasswordCheck {
  /** Whether it is the password; never, where there is no hash. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** The hash of a password as a PHC string: Argon2id, which is the library's default. The salt's default is random. */
export function hashPassword(password: string, salt?: Uint8Array): Promise<string> {
  return hash(password, { ...COST, ...(salt && { salt }) });
}

/** Whether a hash is of another cost than new ones. */
export function isOutdatedHash(passwordHash: string): boolean {
  return !passwordHash.startsWith(HASH_PREFIX);
}

/** Opens the check; it makes a hash of its own, which no password matches, for users who are not there. */
export function openPasswordCheck(): PasswordCheck {
  const nobodys = hashPassword(randomBytes(32).toString('base64url'));
  // Whoever waits for it hears of a failure; until then it is no unhandled one.
  nobodys.catch(() => undefined);
  return {
    async matches(passwordHash, password) {
      const isRight = await verify(passwordHash ?? (await nobodys), password);
      return isRight && passwordHash !== null && passwordHash !== undefined;
    },
  };
}
