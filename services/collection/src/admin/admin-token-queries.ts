import type { ListSource } from '@kitroom/server/pages/list-queries';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';

/** The owner and dates of a token; the token itself is never shown. */
export interface AdminToken {
  user_id: number;
  username: string;
  created_at: Date;
}

/** The list of tokens. */
export const TOKEN_LIST: ListSource = {
  table: 'tokens',
  key: 'user_id',
  columns: 'users.username, tokens.created_at',
  joins: 'left join users on users.id = tokens.user_id',
  filters: { q: (value) => ({ sql: NAME_CONTAINS, bindings: [...toUsernameKeys(value)] }) },
  orders: { username: ['users.username_key'], made: ['tokens.created_at'] },
};
