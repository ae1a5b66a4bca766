import { query, type Database } from '@kitroom/server/database/database';
import type { NameField } from '../understand/import-fields.ts';
import type { NameMatch } from '../import-row-queries.ts';

/** A record that a name may mean; of a kit also what an item takes from it. */
export interface Candidate extends NameMatch {
  fills?: Record<string, unknown>;
}

export interface NameRow {
  field: NameField;
  text: string;
  candidates: Candidate[] | null;
  chosen: Candidate | null;
}

/** All names of an import that were looked up or chosen. */
export function listNames(db: Database, importId: number): Promise<NameRow[]> {
  return query<NameRow>(db, 'select field, text, candidates, chosen from import_names where import_id = ?', [
    importId,
  ]);
}

export async function storeCandidates(
  db: Database,
  importId: number,
  names: ReadonlyArray<Pick<NameRow, 'field' | 'text' | 'candidates'>>,
): Promise<void> {
  await query(
    db,
    `insert into import_names (import_id, field, text, candidates)
     select ?, field, text, candidates
     from jsonb_to_recordset(?::jsonb) as found (field text, text text, candidates jsonb)
     on conflict (import_id, field, text) do update set candidates = excluded.candidates`,
    [importId, JSON.stringify(names)],
  );
}

export async function storeChoice(
  db: Database,
  importId: number,
  { field, text, chosen }: { field: NameField; text: string; chosen: Candidate },
): Promise<void> {
  await query(
    db,
    `insert into import_names (import_id, field, text, chosen) values (?, ?, ?, ?)
     on conflict (import_id, field, text) do update set chosen = excluded.chosen`,
    [importId, field, text, JSON.stringify(chosen)],
  );
}

/** The catalogue's names of some records, from their copies. */
export async function findCopyName(db: Database, field: NameField, id: number): Promise<string> {
  const sql = {
    brand: 'select name from brands where id = ?',
    club: 'select name from clubs where id = ?',
    season: 'select year as name from seasons where id = ?',
    kit: 'select name from kits where id = ?',
  }[field];
  const [row] = await query<{ name: string | null }>(db, sql, [id]);
  return row?.name ?? '';
}
