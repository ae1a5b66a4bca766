import { query, type Database } from '@kitroom/server/database/database';
import { COPIES, type ReferenceField } from '../../reference/reference-fields.ts';
import type { NameMatch } from '../import-row-queries.ts';

/** Lookups in the catalogue: names, and the kits of a club in a season (`<club id> <season id>`). */
export type LookupField = ReferenceField | 'club_season';

/** A record that a name may mean; a kit also has values for the item and properties to choose it by. */
export interface Candidate extends NameMatch {
  fills?: Record<string, unknown>;
  brand?: string;
  club?: string;
  season?: string;
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

const nameTable = (db: Database) => db<NameRow & { import_id: number }>('import_names');

/** The given names of an import that have been looked up or chosen. */
export async function listNames(
  db: Database,
  importId: number,
  names: ReadonlyArray<Pick<NameRow, 'field' | 'text'>>,
): Promise<NameRow[]> {
  if (names.length === 0) return [];
  return query<NameRow>(
    db,
    `select field, text, candidates, chosen
     from unnest(?::text[], ?::text[]) as named (field, text) join import_names using (field, text)
     where import_id = ?`,
    [names.map(({ field }) => field), names.map(({ text }) => text), importId],
  );
}

export async function storeCandidates(
  db: Database,
  importId: number,
  names: ReadonlyArray<Pick<NameRow, 'field' | 'text' | 'candidates'>>,
): Promise<void> {
  const rows = names.map((name) => ({
    ...name,
    import_id: importId,
    candidates: JSON.stringify(name.candidates),
  }));
  await db('import_names').insert(rows).onConflict(['import_id', 'field', 'text']).merge(['candidates']);
}

export async function storeChoice(
  db: Database,
  importId: number,
  { field, text, chosen }: { field: ReferenceField; text: string; chosen: Candidate },
): Promise<void> {
  await nameTable(db)
    .insert({ import_id: importId, field, text, chosen })
    .onConflict(['import_id', 'field', 'text'])
    .merge(['chosen']);
}

/** The name of a record, from the local copy of the catalogue. */
export async function findCopyName(db: Database, field: ReferenceField, id: number): Promise<string> {
  const column = field === 'season' ? 'year' : 'name';
  const row = await db(COPIES[field].table)
    .where({ id })
    .first<{ name: string | null } | undefined>({ name: column });
  return row?.name ?? '';
}
