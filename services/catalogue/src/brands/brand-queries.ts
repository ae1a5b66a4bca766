import { query, type Database } from '@kitroom/server/database/database';
import type { RecordRow } from '../records.ts';
import { searchNames, type NameSearch } from '../search-names.ts';

const COLUMNS = ['id', 'slug', 'name', 'logo', 'logo_dark'] as const;

export function searchBrandRows(search: NameSearch, keyword: string): Promise<RecordRow[]> {
  return searchNames<RecordRow>(search, 'brands', COLUMNS, keyword);
}

export async function findBrand(db: Database, id: number): Promise<RecordRow | undefined> {
  const [row] = await query<RecordRow>(db, `select ${COLUMNS.join(', ')} from brands where id = ?`, [id]);
  return row;
}
