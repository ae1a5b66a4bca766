import type * as z from 'zod';
import type { profile, user } from '@kitroom/collection-client';
import type { Storage } from '../../storage/storage.ts';
import type { AccountRow } from './account-queries.ts';
import type { UserRow } from './user-queries.ts';

type Profile = z.input<typeof profile>;

export function toUser(row: UserRow, baseUrl: string): z.input<typeof user> {
  return {
    username: row.username,
    name: row.name,
    url: `${baseUrl}/api/users/${encodeURIComponent(row.username)}/`,
  };
}

/** The data of a profile that is not in the row. */
interface ProfileOptions {
  storage: Storage;
  baseUrl: string;
  hasSecondFactor: boolean;
}

export function toProfile(row: AccountRow, { storage, baseUrl, hasSecondFactor }: ProfileOptions): Profile {
  return {
    id: row.id,
    ...toUser(row, baseUrl),
    email: row.email,
    is_email_verified: row.email_verified_at !== null,
    pending_email: row.pending_email,
    biography: row.biography,
    location: row.location,
    avatar: row.avatar_key && storage.url(row.avatar_key, baseUrl),
    is_private: row.is_private,
    is_staff: row.is_staff,
    has_password: row.has_password,
    mfa_enabled: hasSecondFactor,
    created_at: row.created_at.toISOString(),
  };
}
