import { query, type Database } from '@kitroom/server/database/database';
import type { RecordRow } from '../records.ts';
import { searchNames, type NameSearch } from '../search-names.ts';

/** `country` is null for an international competition. */
export interface CompetitionRow extends RecordRow {
  country: string | null;
}

const COLUMNS = ['id', 'slug', 'name', 'logo', 'logo_dark', 'country'] as const;

export function searchCompetitionRows(search: NameSearch, keyword: string): Promise<CompetitionRow[]> {
  return searchNames<CompetitionRow>(search, 'competitions', COLUMNS, keyword);
}

export async function findCompetition(db: Database, id: number): Promise<CompetitionRow | undefined> {
  const sql = `select ${COLUMNS.join(', ')} from competitions where id = ?`;
  const [row] = await query<CompetitionRow>(db, sql, [id]);
  return row;
}
