import { join } from 'node:path';
import { shorten } from '@kitroom/shared';
import { UnreadableFile } from '@kitroom/tabular';
import { deleteRows, insertRows } from './import-row-queries.ts';
import type { ImportRecord } from './import-queries.ts';
import { readArchive } from './read-archive.ts';
import type { Mapping } from './parse/import-fields.ts';
import { proposeMapping, type ColumnValues } from './parse/propose-mapping.ts';
import { withSource } from './read/open-source.ts';
import { createValueSniffer } from './read/sniff-values.ts';
import type { SourceRow, SourceTable } from './read/source-table.ts';
import type { Work } from './work.ts';

const BATCH = 500;
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;
/** How many values of a column are examined for its mapping. */
const VALUES = 200;

/**
 * Reads the rows of an import's file, or of a collection in the archive. If interrupted, it starts over. A file that was read
 * before and cannot be read by changed options stays in review, without rows and with the error.
 */
export async function readImport(work: Work): Promise<ImportRecord> {
  const { record } = work;
  await work.step({ progress_done: 0, progress_total: null }, (db) => deleteRows(db, record.id));
  const found = await readSource(work).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile) || !wasRead(record)) throw error;
    return { row_count: 0, error: error.message };
  });
  await work.step({ ...found, is_read: true }, (db) =>
    'source' in found ? Promise.resolve() : deleteRows(db, record.id),
  );
  return { ...record, ...found, is_read: true };
}

function wasRead({ columns }: ImportRecord): boolean {
  return columns.length > 0;
}

async function readSource(work: Work) {
  const { context, record, folder } = work;
  const { file_key: key, archive_user_id: collector, file_name: name, options } = record;
  if (record.source === 'archive' && collector !== null) {
    return { ...(await storeTable(work, readArchive(work, collector))), source: 'archive' as const };
  }
  if (key === null) throw new UnreadableFile('The file is gone.');
  const path = join(folder, 'import');
  await context.storage.fetch(key, path);
  return withSource({ path, name }, options, (table) => storeTable(work, table));
}

async function storeTable(work: Work, table: SourceTable) {
  const { record } = work;
  const sniffer = createValueSniffer();
  const samples = createSampler();
  let rows: SourceRow[] = [];
  let count = 0;
  const store = () => {
    const batch = rows;
    rows = [];
    count += batch.length;
    return work.step({ progress_done: count }, (db) => insertRows(db, record.id, batch));
  };
  for await (const row of table.rows) {
    sniffer.look(row.cells);
    samples.look(row);
    rows.push(row);
    if (rows.length === BATCH) await store();
  }
  if (rows.length > 0) await store();
  if (count === 0) throw new UnreadableFile('There are no rows.');
  const { date_order, decimals } = sniffer.conclude();
  const sampled = samples.conclude(table.columns);
  return {
    source: table.format,
    encoding: table.encoding ?? null,
    sheets: [...table.sheets],
    columns: sampled.map(({ name, values }) => ({
      name,
      samples: [...new Set(values)].slice(0, SAMPLES),
      decimals: decimals.get(name),
    })),
    row_count: count,
    error: null,
    mapping: { ...proposeMapping(sampled), ...keepMapping(record, table.columns) },
    options: wasRead(record) ? record.options : { ...record.options, date_order },
  };
}

/** Columns that a file had when it was read before keep their fields. */
function keepMapping({ mapping }: ImportRecord, columns: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(mapping).filter(([column]) => columns.includes(column)));
}

/** Collects the first values of each column. */
function createSampler() {
  const found = new Map<string, { values: string[]; sheets: Set<string> }>();
  return {
    look({ cells, sheet, skip_reason: reason }: SourceRow) {
      if (reason !== undefined) return;
      for (const [column, text] of Object.entries(cells)) {
        const own = found.get(column) ?? { values: [], sheets: new Set() };
        found.set(column, own);
        own.sheets.add(sheet ?? '');
        if (own.values.length < VALUES) own.values.push(shorten(text, SAMPLE_LENGTH, '…'));
      }
    },
    conclude: (names: readonly string[]): ColumnValues[] =>
      names.map((name) => ({ name, ...(found.get(name) ?? { values: [] }) })),
  };
}
