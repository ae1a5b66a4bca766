import type { Profile } from '@kitroom/collection-client';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import { findAccount } from '../accounts/users/account-queries.ts';
import { toProfile } from '../accounts/users/profile-view.ts';
import { userDeleted } from '../accounts/access/user-deleted.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Storage } from '../storage/storage.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';

export async function readProfile(
  { db, storage }: { db: Database; storage: Storage },
  { visitor: { id }, baseUrl }: Pick<PageRequest<UserRow>, 'visitor' | 'baseUrl'>,
): Promise<Profile> {
  const account = await findAccount(db, id);
  if (!account) throw userDeleted();
  return toProfile(account, { storage, baseUrl, hasSecondFactor: await hasSecondFactor(db, id) });
}

/** The user's picture, if any. */
export function picture({ avatar, username }: Profile): Html | false {
  return avatar !== null && html`<img class="avatar" src="${avatar}" alt="The picture of ${username}" />`;
}
