import { query, type Database } from '@kitroom/server/database/database';

/** Texts that JavaScript and PostgreSQL normalise alike. */
const ASCII = /^[\0-\u007F]*$/;

/** Normalises a keyword as the names in the database are: the function `search_text`. */
export async function toSearchText(db: Database, text: string): Promise<string> {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const [row] = await query<{ text: string }>(db, 'select search_text(?) as text', [text], 'search-text');
  return row?.text ?? '';
}
