import type * as z from 'zod';
import type { user } from '@kitroom/collection-client';
import type { UserRow } from './user-queries.ts';

export function toUser(row: UserRow, baseUrl: string): z.output<typeof user> {
  return {
    username: row.username,
    name: row.name,
    url: `${baseUrl}/api/users/${encodeURIComponent(row.username)}/`,
  };
}
