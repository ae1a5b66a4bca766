import { query, type Database } from '@kitroom/server/database/database';
import { NAME_CONTAINS, toUsernameKeys } from '../accounts/users/username-keys.ts';
import type { SuggestedKind } from './filter-fields.ts';

/** A value for a field, and what it means. */
export interface Suggestion {
  value: string;
  label: string;
}

const SUGGESTED = 10;

const copies = (table: string, column: string) => `
  select distinct ${column} as value, '' as label, strpos(search_text(${column}), search_text(?)) as place
  from ${table} where ${column} is not null and strpos(search_text(${column}), search_text(?)) > 0
  order by place, value limit ?`;

const STATEMENTS: Readonly<Record<SuggestedKind, string>> = {
  user: `select username as value, name as label from users where ${NAME_CONTAINS} order by username_key limit ?`,
  club: copies('clubs', 'name'),
  brand: copies('brands', 'name'),
  season: copies('seasons', 'year'),
};

/** The names that contain a text. Clubs, brands and seasons are those that items refer to. */
export function suggest(db: Database, kind: SuggestedKind, text: string): Promise<Suggestion[]> {
  const texts = kind === 'user' ? toUsernameKeys(text) : [text, text];
  return query<Suggestion>(db, STATEMENTS[kind], [...texts, SUGGESTED]);
}
