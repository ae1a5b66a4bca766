import { query, type Database } from '@kitroom/server/database/database';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';

/** The owner and dates of a token; the token itself is never shown. */
export interface AdminToken {
  user_id: number;
  username: string;
  created_at: Date;
}

/** Tokens, newest first, filtered by part of the username. */
export function listTokens(
  db: Database,
  text: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminToken[]> {
  return query<AdminToken>(
    db,
    `select tokens.user_id, users.username, tokens.created_at
     from tokens join users on users.id = tokens.user_id
     where ?::text is null or ${NAME_CONTAINS}
     order by tokens.created_at desc, tokens.user_id
     limit ? offset ?`,
    [text ?? null, ...toUsernameKeys(text ?? ''), limit, offset],
  );
}
