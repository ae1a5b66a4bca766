import { query, type Database } from '@kitroom/server/database/database';
import { COPIES } from '../../reference/reference-fields.ts';
import type { NameMatch } from '../import-row-queries.ts';
import type { NameField } from '../understand/import-fields.ts';

/** What is looked up in the catalogue: names, and the kits of a club in a season, given as `<club id> <season id>`. */
export type LookupField = NameField | 'club_season';

/** A record that a name may mean; of a kit also what an item takes from it, and what tells it from others. */
export interface Candidate extends NameMatch {
  fills?: Record<string, unknown>;
  brand?: string;
  type?: string;
  category?: string;
  is_goalkeeper?: boolean;
}

export interface NameRow {
  field: LookupField;
  text: string;
  candidates: Candidate[] | null;
  chosen: Candidate | null;
}

/** All names of an import that were looked up or chosen. */
export function listNames(db: Database, importId: number): Promise<NameRow[]> {
  return db('import_names')
    .where({ import_id: importId })
    .select<NameRow[]>('field', 'text', 'candidates', 'chosen');
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
  await db('import_names')
    .insert({ import_id: importId, field, text, chosen: JSON.stringify(chosen) })
    .onConflict(['import_id', 'field', 'text'])
    .merge(['chosen']);
}

/** The catalogue's name of a record, from its copy. */
export async function findCopyName(db: Database, field: NameField, id: number): Promise<string> {
  const column = field === 'season' ? 'year' : 'name';
  const row = await db(COPIES[field].table)
    .where({ id })
    .first<{ name: string | null } | undefined>({ name: column });
  return row?.name ?? '';
}
