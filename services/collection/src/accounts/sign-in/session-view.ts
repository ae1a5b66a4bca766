import type * as z from 'zod';
import type { ownSession, ownSessions, session } from '@kitroom/collection-client';
import type { Storage } from '../../storage/storage.ts';
import type { OwnSessionRow } from '../sessions/session-queries.ts';
import type { TokenDatesRow } from '../tokens/token-queries.ts';
import type { UserRow } from '../users/user-queries.ts';
import { toUser } from '../users/user-view.ts';

export function toSession(
  row: UserRow | undefined,
  { storage, baseUrl }: { storage: Storage; baseUrl: string },
): z.input<typeof session> {
  if (!row) return { is_authenticated: false, user: null };
  const user = {
    id: row.id,
    ...toUser(row, baseUrl),
    avatar: row.avatar_key && storage.url(row.avatar_key, baseUrl),
    is_staff: row.is_staff,
  };
  return { is_authenticated: true, user };
}

export function toOwnSession(row: OwnSessionRow): z.input<typeof ownSession> {
  return { ...row, created_at: row.created_at.toISOString(), last_used_at: row.last_used_at.toISOString() };
}

export function toOwnToken(row: TokenDatesRow): NonNullable<z.input<typeof ownSessions>['token']> {
  return { created_at: row.created_at.toISOString(), last_used_at: row.last_used_at?.toISOString() ?? null };
}
