import type { Database } from '@kitroom/server/database/database';
import { insertAuditEntry, onUser } from '../../audit/audit-queries.ts';
import type { Config } from '../../config.ts';
import { findDomainProblem } from '../sign-up/sign-up-rules.ts';
import { changeStaff } from '../users/change-staff.ts';
import type { UserRow } from '../users/user-queries.ts';
import { SocialRefusal, type SocialProvider } from './providers.ts';

/** Throws unless one of a user's groups at the provider may sign in. */
export function refuseGroups({ allowedGroups }: SocialProvider, groups: readonly string[]): void {
  if (allowedGroups?.every((group) => !groups.includes(group))) throw new SocialRefusal('not_in_group');
}

/** Throws if the provider or the domain of the address does not allow a new account. */
export function refuseNewUser(
  config: Config,
  { signUp = config.SIGN_UP }: SocialProvider,
  email: string,
): void {
  if (signUp === 'closed') throw new SocialRefusal('sign_up_closed');
  if (findDomainProblem(config, email) !== undefined) throw new SocialRefusal('domain_not_allowed');
}

/** Makes a user staff, or no longer staff, if the provider decides that by a group. */
export async function applyStaffGroup(
  db: Database,
  { id, staffGroup }: SocialProvider,
  groups: readonly string[],
  user: UserRow,
): Promise<void> {
  if (staffGroup === undefined) return;
  await db.transaction(async (transaction) => {
    const entry = await changeStaff(transaction, user.id, groups.includes(staffGroup));
    if (!entry) return;
    // Parentheses are invalid in usernames, so this cannot be a user's name.
    const actor = { id: null, username: `(sign-in provider ${id})` };
    await insertAuditEntry(transaction, { actor, ...onUser(user), ...entry });
  });
}
