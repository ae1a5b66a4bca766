import type { Database } from '@kitroom/server/database/database';
import { countRows } from '@kitroom/server/database/query-parts';
import { findRow } from '@kitroom/server/pages/list-queries';
import { RECORD_TABLES, type RecordKind } from '../../interchange/upsert-records.ts';
import { FORMER_SLUGS_MAX } from '../../records/record-form-fields.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';
import type { KindDeclaration } from './kinds.ts';
import { KIT_COLUMNS, recordSources, type FullLine, type StoredRecord } from './record-sources.ts';

/** Locks a record until the transaction ends, and returns it. */
export async function lockRecord(
  db: Database,
  index: SearchIndex,
  { kind, table, singular }: KindDeclaration,
  id: number,
): Promise<StoredRecord> {
  await db(table).select('id').where({ id }).forUpdate();
  return findRow<StoredRecord>(db, { source: recordSources({ index })[kind], singular }, String(id));
}

/**
 * Inserts a record, or replaces all fields except the former slugs of the record with this id. Returns its
 * id.
 */
export async function writeRecord(
  db: Database,
  kind: RecordKind,
  line: FullLine,
  id?: number,
): Promise<number> {
  const { table, key, columns, empty } = RECORD_TABLES[kind];
  const written = columns.filter((column) => id === undefined || column !== 'former_slugs');
  const values = written.map((column) => [column, line[column] ?? db.raw(empty?.[column] ?? 'null')]);
  return writeRow(db, table, { [key]: line[key], ...Object.fromEntries(values) }, id);
}

/** Inserts a row, or updates the row with this id. Returns its id. */
export async function writeRow(
  db: Database,
  table: string,
  values: Readonly<Record<string, unknown>>,
  id?: number,
): Promise<number> {
  const rows = db(table);
  const [row] = await (id === undefined ? rows.insert(values) : rows.where({ id }).update(values)).returning<
    Array<{ id: number }>
  >('id');
  return row?.id ?? 0;
}

/** Sets the former slugs of a club or kit; only the newest are kept. */
export async function setFormerSlugs(
  db: Database,
  { table }: KindDeclaration,
  id: number,
  slugs: readonly string[],
): Promise<void> {
  await db(table)
    .where({ id })
    .update({ former_slugs: slugs.slice(-FORMER_SLUGS_MAX) });
}

export async function deleteRecord(db: Database, { table }: KindDeclaration, id: number): Promise<void> {
  await db(table).where({ id }).delete();
}

/** Counts the kits that refer to a record. */
export function countKitsOf(db: Database, kind: RecordKind, id: number): Promise<number> {
  return countRows(
    kind === 'competition'
      ? db('kits').whereRaw('competition_ids @> array[?::integer]', [id])
      : db('kits').where(KIT_COLUMNS[kind], id),
  );
}

export async function findIdByKey(db: Database, kind: RecordKind, key: unknown): Promise<number | undefined> {
  const { table, key: column } = RECORD_TABLES[kind];
  const rows = db(table).where({ [column]: String(key) });
  // Kits refer to competitions without a foreign key, which would lock them, so they are locked here.
  const row = await (kind === 'competition' ? rows.forKeyShare() : rows).first<{ id: number } | undefined>(
    'id',
  );
  return row?.id;
}

/** Finds the record that has this former slug. */
export async function findByFormerSlug(
  db: Database,
  kind: 'club' | 'kit',
  slug: unknown,
): Promise<{ id: number; name: string; slug: string } | undefined> {
  return (
    db(`${kind}s`)
      // Served by the partial index on records with former slugs.
      .whereRaw("former_slugs <> '{}'")
      .whereRaw('former_slugs @> array[?::text]', [String(slug)])
      .first<{ id: number; name: string; slug: string } | undefined>('id', 'name', 'slug')
  );
}
