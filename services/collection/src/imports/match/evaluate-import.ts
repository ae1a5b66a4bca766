import { NOTES_MAX, tooLong, type FieldErrors, type ImportWarning } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { isLongerThan } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import { openByteBudget } from '../byte-budget.ts';
import type { ImportRecord } from '../import-queries.ts';
import {
  isSkipped,
  listMatchedItems,
  storeEvaluated,
  sumBytes,
  type EvaluatedRow,
  type ImportRowRecord,
} from '../import-row-queries.ts';
import type { ImportContext, Work } from '../import-work.ts';
import { findTableCurrency } from '../parse/amount-rules.ts';
import type { Mapping } from '../parse/import-fields.ts';
import { parseRow, type NameQuery, type NoteLine, type ParsedRow } from '../parse/parse-row.ts';
import { explainTooLarge } from '../read/source-table.ts';
import { readRows } from '../row-batches.ts';
import { listClubSeasons } from './infer-from-kits.ts';
import { listItemsToUpdate, loadMatcher } from './item-sources.ts';
import { listUnknown, lookUpNames, type NameToLookUp } from './look-up-names.ts';
import { changesItem, type ItemMatcher, type SourcedItem } from './match-items.ts';
import { matchRow, type MatchedRow } from './match-row.ts';
import { listNames } from './name-queries.ts';
import { lookupKey, resolveNames, type KnownNames, type ResolvedNames } from './resolve-name.ts';

const BATCH = 500;

/**
 * Evaluates all rows with the import's mapping and options, and returns its warnings. If interrupted, it
 * continues with the remaining rows.
 */
export async function evaluateImport(work: Work, record: ImportRecord): Promise<ImportWarning[]> {
  const { context } = work;
  const { db } = context;
  const { id, progress_done: after, row_count: total } = record;
  const spend = await openByteBudget(db, record.user_id);
  const matcher = await loadMatcher(db, record);
  if (after > 0) matcher.exclude(await listMatchedItems(db, id, { upTo: after }));
  const warnings = createWarnings(after > 0 ? record.warnings : []);
  for await (const rows of readRows(db, id, { batch: BATCH, after })) {
    const resolved = await resolveRows(context, id, rows.map(toParsed(record)), spend);
    const evaluated = await matchRows(db, record, matcher, resolved);
    for (const { row, parsed } of resolved) if (!isSkipped(row)) warnings.add(parsed.lines);
    const done = rows.at(-1)?.number ?? 0;
    const progress = { progress_done: done, progress_total: total, warnings: warnings.list() };
    await work.step({ is_paused: false, ...progress }, async (transaction) =>
      spend((await storeEvaluated(transaction, id, evaluated)) - sumBytes(rows)),
    );
  }
  return warnings.list();
}

/** Returns a parser for the rows of an import; cells of rows that are too large are not parsed. */
function toParsed(record: ImportRecord) {
  const rules = { ...record, currency: findTableCurrency(record) };
  return (row: ImportRowRecord): ParsedRecord => {
    const tooLarge = explainTooLarge(row.cells);
    return { row, tooLarge, parsed: parseRow(tooLarge === undefined ? row.cells : {}, rules) };
  };
}

/** Looks up a row's names in the catalogue, so that the transaction that evaluates the row need not wait. */
export async function lookUpRow(
  context: ImportContext,
  record: ImportRecord,
  row: ImportRowRecord,
): Promise<void> {
  await resolveRows(context, record.id, [toParsed(record)(row)]);
}

/** Evaluates a row again; it cannot match items of other rows. */
export async function evaluateSingleRow(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
): Promise<EvaluatedRow> {
  const matcher = await loadMatcher(db, record);
  matcher.exclude(await listMatchedItems(db, record.id, { except: row.number }));
  const resolved = await resolveWith(
    (known, names) => loadStored(db, record.id, known, names),
    [toParsed(record)(row)],
  );
  const [evaluated] = await matchRows(db, record, matcher, resolved);
  if (!evaluated) throw new Error('a row was not evaluated');
  return evaluated;
}

type Names = Map<string, KnownNames extends ReadonlyMap<string, infer Name> ? Name : never>;

/** Adds names and their candidates to `known`. */
type NameLoader = (known: Names, names: readonly NameToLookUp[]) => Promise<void>;

/** Adds the names that were looked up before, or for which the user has chosen a record. */
async function loadStored(
  db: Database,
  importId: number,
  known: Names,
  names: readonly NameToLookUp[],
): Promise<void> {
  for (const name of await listNames(db, importId, listUnknown(known, names)))
    known.set(lookupKey(name.field, name.text), name);
}

interface ParsedRecord {
  row: ImportRowRecord;
  /** The error of a row that is too large to be parsed. */
  tooLarge: string | undefined;
  parsed: ParsedRow;
}

interface ResolvedRecord extends ParsedRecord {
  names: ResolvedNames;
  known: KnownNames;
}

/** Resolves the names of rows, looking up names that are not known yet. */
function resolveRows(
  context: ImportContext,
  importId: number,
  rows: readonly ParsedRecord[],
  spend: (bytes: number) => void = () => undefined,
): Promise<ResolvedRecord[]> {
  return resolveWith(async (known, names) => {
    await loadStored(context.db, importId, known, names);
    const lookedUp = await lookUpNames(context, importId, listUnknown(known, names));
    spend(Buffer.byteLength(JSON.stringify(lookedUp)));
    for (const { field, text, candidates } of lookedUp) {
      const chosen = known.get(lookupKey(field, text))?.chosen ?? null;
      known.set(lookupKey(field, text), { candidates, chosen });
    }
  }, rows);
}

/** Resolves the names of rows, then loads the kits of their clubs and seasons, which depend on the names. */
async function resolveWith(load: NameLoader, rows: readonly ParsedRecord[]): Promise<ResolvedRecord[]> {
  const known: Names = new Map();
  await load(
    known,
    rows.flatMap(({ parsed }) => listNamesOf(parsed)),
  );
  const resolved = rows.map((parsedRow) => ({
    ...parsedRow,
    names: resolveNames(parsedRow.parsed, parsedRow.row.settled?.set ?? {}, known),
    known,
  }));
  await load(
    known,
    resolved.flatMap(({ row, parsed, names }) =>
      listClubSeasons(parsed, names, row.settled?.set ?? {}, known).map((text) => ({
        field: 'club_season' as const,
        text,
      })),
    ),
  );
  return resolved;
}

function listNamesOf({ names, defaults }: ParsedRow): NameToLookUp[] {
  return [names, defaults.names]
    .flatMap(Object.entries<NameQuery>)
    .flatMap(([field, { texts }]) => texts.map((text) => ({ field: field as NameToLookUp['field'], text })));
}

/** The result of evaluating a row, before it is compared with the matched item. */
interface Outcome {
  resolved: ResolvedRecord;
  input: MatchedRow['input'];
  evaluated: EvaluatedRow;
}

/** Evaluates rows, and compares them with the matched items. */
async function matchRows(
  db: Database,
  record: ImportRecord,
  matcher: ItemMatcher,
  resolved: readonly ResolvedRecord[],
): Promise<EvaluatedRow[]> {
  const outcomes = resolved.map((row) => evaluate(row, record, matcher));
  const ids = outcomes.flatMap(({ evaluated: { item_id: id } }) => (id === null ? [] : [id]));
  const items = await listItemsToUpdate(db, record, ids);
  return outcomes.map((outcome) => compare(outcome, items));
}

function evaluate(resolved: ResolvedRecord, record: ImportRecord, matcher: ItemMatcher): Outcome {
  const { row, parsed, names, known, tooLarge } = resolved;
  const { input, ...matched } = matchRow(row, parsed, record, names, known);
  const cellErrors = tooLarge ? { non_field_errors: [tooLarge] } : listCellErrors(row, record.mapping);
  const errors = tooLarge ? cellErrors : { ...matched.errors, ...cellErrors };
  const isInvalid = matched.status === 'new' && Object.keys(cellErrors).length > 0;
  const item = tooLarge ? null : matched.item;
  const status = isSkipped(row) ? 'skipped' : isInvalid ? 'invalid' : matched.status;
  const evaluated: EvaluatedRow = { ...matched, item, errors, status, item_id: null };
  if (status === 'new' && record.options.on_match !== 'add')
    evaluated.item_id = matcher.match(row.number, parsed.texts.get('external_id')?.trim(), input) ?? null;
  return { resolved, input, evaluated };
}

function compare(
  { resolved: { parsed }, input, evaluated }: Outcome,
  items: ReadonlyMap<number, SourcedItem>,
): EvaluatedRow {
  if (evaluated.item_id === null) return evaluated;
  const item = items.get(evaluated.item_id);
  const merged = item && !parsed.texts.has('notes') ? keepNotes(input, item) : input;
  if (merged !== input && isLongerThan(merged.values.notes ?? '', NOTES_MAX))
    return { ...evaluated, status: 'invalid', errors: { notes: [tooLong(NOTES_MAX)] }, item_id: null };
  // The items are loaded only if the import updates them.
  const status = item && changesItem(merged, item) ? 'update' : 'unchanged';
  return { ...evaluated, item: merged.values, status };
}

/** Appends new lines to the item's notes: if the table has no column for notes, it does not replace them. */
function keepNotes(input: MatchedRow['input'], { notes: stored }: SourcedItem): MatchedRow['input'] {
  const { notes } = input.values;
  if (!notes || stored === '') return input;
  const lines = new Set(stored.split('\n'));
  const added = notes.split('\n').filter((line) => !lines.has(line));
  return { ...input, values: { ...input.values, notes: [stored, ...added].join('\n') } };
}

/** The maximum number of unreadable cells that are reported for a row. */
const CELL_ERRORS_MAX = 50;

/**
 * The errors of unreadable cells by field, except for ignored columns and for fields that the owner has set.
 */
function listCellErrors({ problems, settled }: ImportRowRecord, mapping: Mapping): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const [column, problem] of Object.entries(problems ?? {}).slice(0, CELL_ERRORS_MAX)) {
    const field = mapping[column] ?? null;
    if (field === 'ignore' || (field !== null && Object.hasOwn(settled?.set ?? {}, field))) continue;
    (errors[field ?? 'non_field_errors'] ??= []).push(`${quote(column)}: ${problem}`);
  }
  return errors;
}

const MESSAGES: Readonly<Record<NoteLine['why'], string>> = {
  unmapped: 'Kept in the notes: no field is chosen for this column.',
  quantity: 'Kept in the notes: an item counts once.',
  remark: 'Kept in the notes: its field cannot hold all of it.',
};

/** Counts the lines that go to the notes by column and reason, continuing earlier counts. */
function createWarnings(before: readonly ImportWarning[]) {
  const keyOf = (column: string, message: string) => `${message} ${column}`;
  const warnings = new Map(before.map((warning) => [keyOf(warning.column, warning.message), warning]));
  return {
    add(lines: readonly NoteLine[]) {
      for (const { column, why } of lines) {
        const message = MESSAGES[why];
        const count = warnings.get(keyOf(column, message))?.count ?? 0;
        warnings.set(keyOf(column, message), { column, count: count + 1, message });
      }
    },
    list: () => [...warnings.values()],
  };
}
