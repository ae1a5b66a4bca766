import { join } from 'node:path';
import { IMPORT_TEXT_BYTES_MAX } from '@kitroom/collection-client';
import { shorten } from '@kitroom/shared';
import { formatCount, UnreadableFile } from '@kitroom/tabular';
import { READ_BYTES } from '../limits.ts';
import { openByteBudget } from './byte-budget.ts';
import type { ImportRecord } from './import-queries.ts';
import { deleteRows, insertRows } from './import-row-queries.ts';
import type { Work } from './import-work.ts';
import type { Mapping } from './parse/import-fields.ts';
import { proposeMapping } from './parse/propose-mapping.ts';
import type { ColumnValues } from './parse/shirt-numbers.ts';
import { readArchive } from './read-archive.ts';
import { withSource } from './read/open-source.ts';
import { createValueSniffer } from './read/sniff-values.ts';
import { checkRowBytes, countTextBytes, type SourceRow, type SourceTable } from './read/source-table.ts';

const BATCH = 500;
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;
/** How many values of a column are examined to propose its field. */
const VALUES_EXAMINED = 200;

/**
 * Reads the rows of an import's file or of a collection in the archive. If interrupted, it continues after
 * the stored rows; a collection of the archive may have changed, so it is read from the start. If changed
 * options make a file unreadable, its import loses its rows and gets the error, but stays in review.
 */
export async function readImport(work: Work): Promise<ImportRecord> {
  const { record } = work;
  const stored = countStored(record);
  await work.step({ progress_done: stored, progress_total: null }, (db) =>
    deleteRows(db, record.id, { after: stored }),
  );
  const result = await readSource(work).catch((error: unknown) => {
    if (!(error instanceof UnreadableFile) || !wasRead(record)) throw error;
    return { row_count: 0, error: error.message };
  });
  // From here on, the progress is that of the evaluation.
  const read = { ...result, is_read: true, progress_done: 0 };
  await work.step(read, (db) => ('source' in result ? Promise.resolve() : deleteRows(db, record.id)));
  return { ...record, ...read };
}

/** The number of rows that an interrupted run has stored. */
function countStored({ source, progress_done: done }: ImportRecord): number {
  return source === 'archive' ? 0 : done;
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
  if (key === null) throw new UnreadableFile('The file no longer exists.');
  const path = join(folder, 'import');
  await context.storage.fetch(key, path);
  return withSource({ path, name }, options, (table) => storeTable(work, table));
}

async function storeTable(work: Work, table: SourceTable) {
  const { record } = work;
  const sniffer = createValueSniffer();
  const samples = createSampler();
  const rows = await openRowWriter(work);
  let count = 0;
  let textBytes = 0;
  for await (const row of table.rows) {
    count = row.number;
    textBytes += countTextBytes(row.cells);
    checkTextBytes(table, textBytes);
    sniffer.look(row.cells);
    samples.look(row);
    await rows.add(row);
  }
  await rows.end();
  if (count === 0) throw new UnreadableFile('There are no rows.');
  const { date_order, decimals, currencies } = sniffer.conclude();
  const sampled = samples.conclude(table.columns);
  return {
    source: table.format,
    encoding: table.encoding ?? null,
    sheets: [...table.sheets],
    columns: sampled.map(({ name, values }) => ({
      name,
      samples: [...new Set(values)].slice(0, SAMPLES),
      decimals: decimals.get(name),
      currencies: currencies.has(name) ? [...(currencies.get(name) ?? [])] : undefined,
    })),
    row_count: count,
    error: null,
    mapping: { ...proposeMapping(sampled), ...keepMapping(record, table.columns) },
    options: wasRead(record) ? record.options : { ...record.options, date_order },
  };
}

/** Stores rows in batches, except those that an interrupted run has stored. */
async function openRowWriter(work: Work) {
  const { context, record } = work;
  const stored = countStored(record);
  const spend = await openByteBudget(context.db, record.user_id);
  let rows: string[] = [];
  let bytes = 0;
  let last = stored;

  async function end(): Promise<void> {
    if (rows.length === 0) return;
    await work.step({ progress_done: last }, async (db) => spend(await insertRows(db, record.id, rows)));
    rows = [];
    bytes = 0;
  }

  return {
    async add(row: SourceRow): Promise<void> {
      if (row.number <= stored) return;
      const json = JSON.stringify(row);
      const size = Buffer.byteLength(json);
      checkRowBytes(row.number, size);
      if (bytes + size > READ_BYTES) await end();
      rows.push(json);
      bytes += size;
      last = row.number;
      if (rows.length === BATCH) await end();
    },
    end,
  };
}

/** Throws if a table has more than 200 MiB of text; the ZIP of an export may have more. */
function checkTextBytes({ format }: SourceTable, bytes: number): void {
  if (format === 'zip' || bytes <= IMPORT_TEXT_BYTES_MAX) return;
  throw new UnreadableFile(
    `The table has more than ${formatCount(IMPORT_TEXT_BYTES_MAX)} bytes (200 MiB) of text. Split it into several files.`,
  );
}

/** The previous mapping, without columns that the file no longer has. */
function keepMapping({ mapping }: ImportRecord, columns: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(mapping).filter(([column]) => columns.includes(column)));
}

/** Collects the first values of each column. */
function createSampler() {
  const samples = new Map<string, { values: string[]; sheets: Set<string> }>();
  return {
    look({ cells, sheet, skip_reason: reason }: SourceRow) {
      if (reason !== undefined) return;
      for (const [column, text] of Object.entries(cells)) {
        const sample = samples.get(column) ?? { values: [], sheets: new Set() };
        samples.set(column, sample);
        sample.sheets.add(sheet ?? '');
        if (sample.values.length < VALUES_EXAMINED) sample.values.push(shorten(text, SAMPLE_LENGTH, '…'));
      }
    },
    conclude: (names: readonly string[]): ColumnValues[] =>
      names.map((name) => ({ name, ...(samples.get(name) ?? { values: [] }) })),
  };
}
