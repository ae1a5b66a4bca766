import type { session } from '@kitroom/collection-client';
import type { z } from 'zod';
import type { Storage } from '../storage/storage.ts';
import type { UserRow } from '../users/user-queries.ts';
import { toUser } from '../users/user-view.ts';

/** Who is signed in. */
export function toSession(
  row: UserRow | undefined,
  { storage, baseUrl }: { storage: Storage; baseUrl: string },
): z.output<typeof session> {
  if (!row) return { is_authenticated: false, user: null };
  const user = {
    id: row.id,
    ...toUser(row, baseUrl),
    avatar: row.avatar_key && storage.url(row.avatar_key, baseUrl),
    is_staff: row.is_staff,
  };
  return { is_authenticated: true, user };
}
