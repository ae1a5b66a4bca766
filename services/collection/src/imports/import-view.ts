import type * as z from 'zod';
import {
  IMPORT_ROW_STATUSES,
  type importDetail,
  type ImportOptions,
  type importRow,
  type ImportRowStatus,
  type ImportStatus,
  type ImportWarning,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { quote } from '@kitroom/tabular';
import { REFERENCE_FIELDS } from '../reference/reference-fields.ts';
import type { ImportRecord } from './import-queries.ts';
import {
  countByStatus,
  countProblems,
  countUndone,
  isSkipped,
  listKeptItems,
  type ImportRowRecord,
} from './import-row-queries.ts';
import { IMPORT_FIELDS } from './parse/import-fields.ts';
import { readNameTexts } from './parse/parse-row.ts';
import { usualDecimal } from './read/sniff-values.ts';

type Import = z.input<typeof importDetail>;
/** A row of an import as the API returns it. */
export type ImportRow = z.input<typeof importRow>;

const KEPT_MAX = 1000;

/**
 * The statuses in which drafts and errors are counted: the rows are evaluated, and no job is changing them.
 */
const COUNTED: readonly ImportStatus[] = ['review', 'done', 'failed'];

type Counts = Record<ImportRowStatus, number>;

/** Imports as the list returns them. */
export async function showImports(db: Database, records: readonly ImportRecord[]) {
  const counted = await countByStatus(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => {
    const counts = Object.fromEntries(IMPORT_ROW_STATUSES.map((status) => [status, 0])) as Counts;
    // While an import is being read, its rows do not have their final status yet.
    if (record.status !== 'reading') {
      for (const { import_id: id, status, count } of counted) if (id === record.id) counts[status] = count;
    }
    return toSummary(record, counts);
  });
}

/** Imports as in an export of the account: with column names, mapping and options. */
export async function exportImports(db: Database, records: readonly ImportRecord[]) {
  const summaries = await showImports(db, records);
  return records.map((record, index) => ({
    ...summaries[index],
    columns: record.columns.map(({ name }) => name),
    mapping: record.mapping,
    options: showOptions(record),
  }));
}

/** An import with all details. */
export async function showImport(db: Database, record: ImportRecord): Promise<Import> {
  const [summary] = await showImports(db, [record]);
  if (!summary) throw new Error('an import was not shown');
  const { columns, mapping } = record;
  return {
    ...summary,
    sheets: record.sheets.map(({ above: _above, ...sheet }) => sheet),
    columns: columns.map(({ name, samples }) => ({ name, samples, field: mapping[name] ?? null })),
    mapping: { ...mapping },
    options: showOptions(record),
    fields: [...IMPORT_FIELDS.keys()],
    ...(COUNTED.includes(record.status) ? await countProblems(db, record.id) : { drafts: 0, row_errors: [] }),
    warnings: [...listRowsAbove(record.sheets), ...record.warnings],
    undo:
      record.status === 'undone' || record.status === 'undoing'
        ? { undone: await countUndone(db, record.id), kept: await listKeptItems(db, record.id, KEPT_MAX) }
        : null,
  };
}

/** Completes the options with defaults, and with the decimal sign and the encoding that the file uses. */
function showOptions({ options, columns, encoding }: ImportRecord): ImportOptions {
  return {
    sheets: null,
    header_row: null,
    ...options,
    unmapped: options.unmapped ?? 'notes',
    unknown_names: options.unknown_names ?? 'text',
    encoding: options.encoding ?? encoding,
    decimal: options.decimal ?? usualDecimal(columns.map(({ decimals }) => decimals)),
  };
}

function toSummary(record: ImportRecord, counts: Counts) {
  return {
    id: record.id,
    source: record.source,
    file_name: record.file_name,
    archive_user_id: record.archive_user_id,
    status: record.status,
    progress: {
      done: record.progress_done,
      total: record.progress_total,
      is_paused: record.is_paused,
    },
    error: record.error,
    row_count: record.row_count,
    counts,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

/** A row of an import as JSON; `rules` tell which cells are names. */
export function showRow(row: ImportRowRecord, rules: Pick<ImportRecord, 'mapping' | 'options'>): ImportRow {
  const candidates = row.candidates ?? {};
  const errors = row.errors ?? {};
  const hasText = (field: string) => Boolean(row.item?.[`${field}_text`]);
  const unresolved = REFERENCE_FIELDS.filter(
    (field) => field in candidates || field in errors || hasText(field),
  );
  return {
    number: row.number,
    sheet: row.sheet,
    status: row.status,
    cells: { ...row.cells },
    item: row.item,
    item_id: row.item_id,
    errors,
    matches: row.matches ?? {},
    candidates,
    texts: readNameTexts(row.cells, rules, unresolved),
    is_skipped: isSkipped(row),
    skip_reason: isSkipped(row) ? row.skip_reason : null,
    decided: Object.keys(row.settled?.set ?? {}),
    shortened: [],
  };
}

/** Warnings about rows above the headers of sheets; `column` is the name of the sheet. */
function listRowsAbove(sheets: ImportRecord['sheets']): ImportWarning[] {
  return sheets.flatMap(({ name, above }) => {
    if (!above) return [];
    const { rows, texts } = above;
    const shown = texts.map(quote).join(', ');
    const more = rows > texts.length ? ' and others' : '';
    return [
      { column: name, count: rows, message: `Not read, as it stands above the header: ${shown}${more}.` },
    ];
  });
}
