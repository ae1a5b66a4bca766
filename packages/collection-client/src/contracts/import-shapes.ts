import * as z from 'zod';
import { ERRORS_MAX } from './texts.ts';

const MIB = 1024 * 1024;

/** Maximum size in bytes of a table (CSV, XLSX, NDJSON), and of the ZIP of an export. */
export const IMPORT_TABLE_BYTES_MAX = 50 * MIB;
export const IMPORT_ZIP_BYTES_MAX = 5 * 1024 * MIB;

/** Maximum number of files that a user may upload at the same time, and of rows of an import. */
export const IMPORT_UPLOADS_AT_ONCE = 2;
export const IMPORT_ROWS_MAX = 100_000;

/** Maximum number of sheets of an imported workbook. */
const SHEETS_MAX = 200;

/** Maximum amount of text, in bytes, of a table, and of a row that can be imported. */
export const IMPORT_TEXT_BYTES_MAX = 200 * MIB;
export const IMPORT_ROW_BYTES_MAX = MIB;

/**
 * Maximum size in bytes of the rows of all imports of a user, and how long an import is kept after its last
 * change.
 */
export const IMPORT_ALL_BYTES_MAX = 500 * MIB;
export const IMPORT_DAYS_KEPT = 90;

/** Maximum size in bytes of a row in a list of rows: longer cells are truncated. */
export const IMPORT_LISTED_ROW_BYTES_MAX = 64 * 1024;

/** Maximum number of rows of a sheet in spreadsheet programs. */
const SHEET_ROWS_MAX = 1_048_576;

/** Maximum length, in characters, of a name that is looked up in the catalogue. */
export const IMPORT_NAME_MAX = 300;

/** How many imports of a user may wait in review. */
export const IMPORTS_IN_REVIEW_MAX = 5;

export const IMPORT_STATUSES = [
  'reading',
  'review',
  'applying',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;

export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const IMPORT_SOURCES = ['file', 'csv', 'xlsx', 'ndjson', 'zip', 'archive'] as const;

export const IMPORT_ROW_STATUSES = [
  'new',
  'update',
  'unchanged',
  'skipped',
  'ambiguous',
  'invalid',
  'added',
  'updated',
  'failed',
] as const;

export type ImportRowStatus = (typeof IMPORT_ROW_STATUSES)[number];

/** Fields of an item. */
export const fieldValues = z.record(z.string(), z.unknown());

const headerRow = z.int().min(0).max(SHEET_ROWS_MAX);

/**
 * A record with any keys. Validation stops at the maximum number of errors of a response: thousands take
 * long.
 */
function recordOf<Value extends z.ZodType>(value: Value) {
  const record = z.record(z.string(), value);
  return z
    .custom<z.input<typeof record>>()
    .superRefine((sent: unknown, context) => {
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return;
      for (const [key, input] of Object.entries(sent)) {
        const issues = value.safeParse(input).error?.issues ?? [];
        context.issues.push(...issues.map((issue) => ({ ...issue, input, path: [key, ...issue.path] })));
        if (context.issues.length >= ERRORS_MAX) return;
      }
    })
    .pipe(record)
    .meta({ shownAs: record });
}

/** Actions for a row whose item exists. */
export const IMPORT_ON_MATCH = ['skip', 'update', 'add'] as const;

/** The order of year, month and day in dates of a file. */
export const IMPORT_DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;

export const IMPORT_DECIMALS = ['.', ','] as const;

/** Actions for columns that have no field. */
export const IMPORT_UNMAPPED = ['notes', 'ignore'] as const;

/** Actions for names that the catalogue does not know. */
export const IMPORT_UNKNOWN_NAMES = ['text', 'invalid'] as const;

/** The options of an import, each with its rules. */
export const optionsShape = {
  on_match: z.enum(IMPORT_ON_MATCH),
  invalid_as_draft: z.boolean(),
  date_order: z.enum(IMPORT_DATE_ORDERS),
  decimal: z.enum(IMPORT_DECIMALS),
  sheets: z.array(z.string()).min(1).max(SHEETS_MAX).nullable(),
  header_row: z.union([headerRow.nullable(), recordOf(headerRow)]),
  encoding: z.string().nullable(),
  unmapped: z.enum(IMPORT_UNMAPPED),
  unknown_names: z.enum(IMPORT_UNKNOWN_NAMES),
  with_photos: z.boolean(),
  defaults: recordOf(z.union([z.string(), z.number(), z.boolean()])),
};

export const importOptions = z.object(optionsShape).meta({ id: 'ImportOptions' });

export type ImportOptions = z.output<typeof importOptions>;

/** The columns of a file by name. */
export const columnMapping = recordOf(z.string().nullable());

const counts = z
  .object(
    Object.fromEntries(IMPORT_ROW_STATUSES.map((status) => [status, z.int()])) as Record<
      ImportRowStatus,
      z.ZodInt
    >,
  )
  .meta({ id: 'ImportCounts' });

const summaryShape = {
  id: z.int(),
  source: z.enum(IMPORT_SOURCES),
  file_name: z.string(),
  archive_user_id: z.int().nullable(),
  status: z.enum(IMPORT_STATUSES),
  progress: z.object({ done: z.int(), total: z.int().nullable(), is_paused: z.boolean() }),
  error: z.string().nullable(),
  row_count: z.int(),
  counts,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const importSummary = z.object(summaryShape).meta({ id: 'ImportSummary' });

const sheet = z.object({
  name: z.string(),
  rows: z.int(),
  header_row: z.int().nullable(),
  used: z.boolean(),
});

const importWarning = z.object({ column: z.string(), count: z.int(), message: z.string() });

export type ImportWarning = z.output<typeof importWarning>;

/** The numbers of rows with an error in a field: invalid ones, and those that are kept as drafts. */
const rowErrors = z.object({ field: z.string(), invalid: z.int(), drafts: z.int() });

const keptItem = z.object({ row: z.int(), item: z.int(), name: z.string() });

export const importDetail = z
  .object({
    ...summaryShape,
    sheets: z.array(sheet),
    columns: z.array(
      z.object({ name: z.string(), samples: z.array(z.string()), field: z.string().nullable() }),
    ),
    mapping: columnMapping,
    options: importOptions,
    fields: z.array(z.string()),
    warnings: z.array(importWarning),
    drafts: z.int().optional(),
    row_errors: z.array(rowErrors).optional(),
    undo: z.object({ undone: z.int(), kept: z.array(keptItem) }).nullable(),
  })
  .meta({ id: 'Import' });

export type Import = z.output<typeof importDetail>;

const match = z.object({
  id: z.int(),
  name: z.string(),
  score: z.number(),
  inferred: z.boolean().optional(),
});

export const importRow = z
  .object({
    number: z.int(),
    sheet: z.string().nullable(),
    status: z.enum(IMPORT_ROW_STATUSES),
    cells: z.record(z.string(), z.string()),
    item: fieldValues.nullable(),
    item_id: z.int().nullable(),
    errors: z.record(z.string(), z.array(z.string())),
    matches: z.record(z.string(), match),
    candidates: z.record(z.string(), z.array(match)),
    texts: z.record(z.string(), z.string()),
    is_skipped: z.boolean(),
    skip_reason: z.string().nullable(),
    decided: z.array(z.string()).optional(),
    shortened: z.array(z.string()),
  })
  .meta({ id: 'ImportRow' });

export type ImportRow = z.output<typeof importRow>;
