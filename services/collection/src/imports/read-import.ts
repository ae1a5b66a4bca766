import { join } from 'node:path';
import { shorten } from '@kitroom/shared';
import { UnreadableFile } from '@kitroom/tabular';
import { removeFiles } from '../photos/photo-files.ts';
import { deleteRows, insertRows } from './import-row-queries.ts';
import type { ImportColumn, ImportRecord } from './import-queries.ts';
import { readArchive } from './read-archive.ts';
import { proposeMapping } from './understand/propose-mapping.ts';
import { withSource } from './reading/open-source.ts';
import { createValueSniffer } from './reading/sniff-values.ts';
import type { SourceRow, SourceTable } from './reading/source-table.ts';
import type { Work } from './work.ts';

const BATCH = 500;
const SAMPLES = 3;
const SAMPLE_LENGTH = 100;

/** Reads the rows of an import's file, or of a collection in the archive. Interrupted, it begins anew. */
export async function readImport(work: Work): Promise<ImportRecord> {
  const { context, record } = work;
  await work.step({ progress_done: 0, progress_total: null }, (db) => deleteRows(db, record.id));
  const { file_key: key, archive_user_id: collector } = record;
  if (record.source === 'archive' && collector !== null) {
    const found = { ...(await storeTable(work, readArchive(work, collector))), source: 'archive' as const };
    await work.step({ ...found, is_read: true });
    return { ...record, ...found, is_read: true };
  }
  if (key === null) throw new UnreadableFile('The file is gone.');
  const path = join(work.folder, 'import');
  await context.storage.fetch(key, path);
  const found = await withSource({ path, name: record.file_name }, {}, (table) => storeTable(work, table));
  // An export's photos are still needed.
  const isKept = found.source === 'zip';
  await work.step({ ...found, is_read: true, file_key: isKept ? key : null });
  if (!isKept) await removeFiles(context, [key]);
  return { ...record, ...found, is_read: true, file_key: isKept ? key : null };
}

async function storeTable(work: Work, table: SourceTable) {
  const sniffer = createValueSniffer();
  const samples = createSampler();
  let rows: SourceRow[] = [];
  let count = 0;
  const store = () => {
    const batch = rows;
    rows = [];
    count += batch.length;
    return work.step({ progress_done: count }, (db) => insertRows(db, work.record.id, batch));
  };
  for await (const row of table.rows) {
    sniffer.look(row.cells);
    samples.look(row.cells);
    rows.push(row);
    if (rows.length === BATCH) await store();
  }
  if (rows.length > 0) await store();
  if (count === 0) throw new UnreadableFile('There are no rows.');
  const { date_order, decimals } = sniffer.conclude();
  const columns = samples
    .conclude(table.columns)
    .map((column) => ({ ...column, decimals: decimals.get(column.name) }));
  return {
    source: table.format,
    columns,
    row_count: count,
    mapping: proposeMapping(columns),
    options: { ...work.record.options, date_order },
  };
}

/** Collects the first values of each column. */
function createSampler() {
  const samples = new Map<string, string[]>();
  return {
    look(cells: SourceRow['cells']) {
      for (const [column, text] of Object.entries(cells)) {
        const own = samples.get(column) ?? [];
        const shown = shorten(text, SAMPLE_LENGTH, '…');
        if (own.length < SAMPLES && !own.includes(shown)) samples.set(column, [...own, shown]);
      }
    },
    conclude: (names: readonly string[]): ImportColumn[] =>
      names.map((name) => ({ name, samples: samples.get(name) ?? [] })),
  };
}
