import { query, type Database } from '@kitroom/server/database/database';
import type { Suggestion } from '@kitroom/server/pages/resource';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';

const SUGGESTED = 10;

const copies = (table: string, column: string) => `
  select distinct ${column} as value, '' as label, strpos(search_text(${column}), search_text(?)) as place
  from ${table} where ${column} is not null and strpos(search_text(${column}), search_text(?)) > 0
  order by place, value limit ?`;

const STATEMENTS = {
  user: `select username as value, name as label from users where ${NAME_CONTAINS} order by username_key limit ?`,
  club: copies('clubs', 'name'),
  brand: copies('brands', 'name'),
  season: copies('seasons', 'year'),
  kit: copies('kits', 'name'),
};

type SuggestedKind = keyof typeof STATEMENTS;

/** What names are suggested for while somebody types. */
export const SUGGESTED_KINDS = Object.keys(STATEMENTS) as SuggestedKind[];

/** The names that contain a text. Clubs, brands, seasons and kits are those that items refer to. */
export function suggest(db: Database, kind: SuggestedKind, text: string): Promise<Suggestion[]> {
  const texts = kind === 'user' ? toUsernameKeys(text) : [text, text];
  return query<Suggestion>(db, STATEMENTS[kind], [...texts, SUGGESTED]);
}
