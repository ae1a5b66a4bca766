import type { Database } from '@kitroom/server/database/database';
import { isTaken, isUsernameTaken } from '../users/change-user.ts';
import { insertUser, type UserRow } from '../users/user-queries.ts';
import { linkIdentity } from './identity-queries.ts';
import { deriveUsername, varyUsername } from './derive-username.ts';
import type { SocialIdentity } from './read-identity.ts';
import { SocialRefusal } from './social-refusal.ts';

const NAME_MAX = 255;
const ATTEMPTS = 10;

/**
 * Creates an account without a password, with the address verified by the provider. Undefined if the address or
 * identity was taken meanwhile.
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
  throw new Error(`no name was free after ${ATTEMPTS} attempts`);
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
  return Array.from(name.replaceAll('\0', '').toWellFormed().trim()).slice(0, NAME_MAX).join('');
}
