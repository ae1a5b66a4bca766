import { randomInt } from 'node:crypto';
import { normalizeUsername, USERNAME_MAX, validateUsername } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { capMarks } from '@kitroom/shared';
import { insertUser, isTaken, isUsernameTaken, type UserRow } from '../users/user-queries.ts';
import { linkIdentity } from './identity-queries.ts';
import type { SocialIdentity } from './provider-sign-in.ts';
import { SocialRefusal } from './providers.ts';

const NAME_MAX = 255;
const ATTEMPTS = 10;

/**
 * Creates an account without a password, with the address verified by the provider. Returns undefined if
 * another request took the address or identity.
 */
export async function createSocialUser(
  db: Database,
  identity: SocialIdentity & { email: string },
): Promise<UserRow | undefined> {
  const username = deriveUsername(identity);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await insert(db, identity, attempt === 0 ? username : varyUsername(username));
    } catch (error) {
      if (error instanceof SocialRefusal || isTaken(error, 'users_email_key')) return undefined;
      if (!isUsernameTaken(error)) throw error;
    }
  }
  throw new Error(`no free username after ${ATTEMPTS} attempts`);
}

function insert(
  db: Database,
  identity: SocialIdentity & { email: string },
  username: string,
): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const user = await insertUser(transaction, {
      username,
      email: identity.email,
      name: toName(identity.name),
      passwordHash: null,
      isVerified: true,
      isStaff: false,
    });
    if ((await linkIdentity(transaction, identity, user.id)) === user.id) return user;
    throw new SocialRefusal('identity_taken');
  });
}

function toName(name = ''): string {
  return Array.from(capMarks(name.replaceAll('\0', '').toWellFormed().trim()))
    .slice(0, NAME_MAX)
    .join('');
}

const FALLBACK = 'collector';
const SUFFIX_MIN = 1000;
const SUFFIX_MAX = 1_000_000;
/** The maximum length without a suffix. */
const LENGTH_MAX = USERNAME_MAX - 10;

/**
 * Derives a username from the one at the provider, or from the local part of the address. Nothing after an @
 * is used, as usernames are public.
 */
export function deriveUsername({ username, email }: { username: string | undefined; email: string }): string {
  const candidates = [username, email].map((candidate) => clean(candidate?.split('@')[0] ?? ''));
  return (
    candidates.find((candidate) => candidate !== '' && validateUsername(candidate) === undefined) ?? FALLBACK
  );
}

/** Varies a name that is taken. */
export function varyUsername(username: string): string {
  return `${username}-${randomInt(SUFFIX_MIN, SUFFIX_MAX)}`;
}

function clean(text: string): string {
  const letters = normalizeUsername(text)
    .trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{Nd}.+_-]/gu, '');
  return Array.from(letters).slice(0, LENGTH_MAX).join('');
}
