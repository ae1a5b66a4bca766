import { NOTES_MAX, tooLong, type FieldErrors, type ImportWarning } from '@kitroom/collection-client';
import { isLongerThan } from '@kitroom/shared';
import type { Database } from '@kitroom/server/database/database';
import type { ImportContext, Work } from '../work.ts';
import type { ImportRecord } from '../import-queries.ts';
import {
  isSkipped,
  listMatchedItems,
  readRows,
  storeEvaluated,
  type Evaluated,
  type ImportRowRecord,
} from '../import-row-queries.ts';
import type { Mapping } from '../parse/import-fields.ts';
import { parseRow, type NoteLine, type ParsedRow } from '../parse/parse-row.ts';
import { findClubSeason } from './infer-from-kits.ts';
import { loadMatcher } from './item-sources.ts';
import { listUnknown, lookUpNames, type NameToLookUp } from './look-up-names.ts';
import { differs, type ItemMatcher, type SourcedItem } from './match-items.ts';
import { matchRow, type MatchedRow } from './match-row.ts';
import { listNames, type NameRow } from './name-queries.ts';
import { nameKey, resolveNames, type ResolvedNames } from './resolve-name.ts';

const BATCH = 500;

/**
 * Evaluates all rows by the import's mapping and options, and returns its warnings. If interrupted, it starts over; names that
 * were looked up are kept.
 */
export async function evaluateImport(work: Work, record: ImportRecord): Promise<ImportWarning[]> {
  const { context } = work;
  const known = await loadNames(context.db, record.id);
  const matching = await loadMatcher(context.db, record);
  const warnings = createWarnings();
  let done = 0;
  for await (const rows of readRows(context.db, record.id, { batch: BATCH })) {
    const parsed = rows.map((row) => ({ row, parsed: parseRow(row.cells, record) }));
    const resolved = await resolveRows(context, record.id, known, parsed);
    const evaluated = resolved.map((one) => evaluate(one, { record, known, ...matching }));
    for (const one of resolved) if (!isSkipped(one.row)) warnings.add(one.parsed.lines);
    done += rows.length;
    const progress = { is_paused: false, progress_done: done, progress_total: record.row_count };
    await work.step(progress, (db) => storeEvaluated(db, record.id, evaluated));
  }
  return warnings.list();
}

/** Looks up what a row's names mean, the decisions on it included, before it is evaluated in a transaction. */
export async function lookUpRow(
  context: ImportContext,
  record: ImportRecord,
  row: ImportRowRecord,
): Promise<void> {
  const known = await loadNames(context.db, record.id);
  await resolveRows(context, record.id, known, [{ row, parsed: parseRow(row.cells, record) }]);
}

/** Evaluates a row again; the items that other rows mean stay theirs. */
export async function evaluateSingleRow(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
): Promise<Evaluated> {
  const known = await loadNames(db, record.id);
  const matching = await loadMatcher(db, record);
  matching.matcher.exclude(await listMatchedItems(db, record.id, row.number));
  const parsed = parseRow(row.cells, record);
  const names = resolveNames(parsed, row.settled?.set ?? {}, known);
  return evaluate({ row, parsed, names }, { record, known, ...matching });
}

type Names = Map<string, Pick<NameRow, 'candidates' | 'chosen'>>;

async function loadNames(db: Database, importId: number): Promise<Names> {
  const rows = await listNames(db, importId);
  return new Map(
    rows
      .filter(({ candidates, chosen }) => candidates !== null || chosen !== null)
      .map((row) => [nameKey(row.field, row.text), row]),
  );
}

interface ParsedRecord {
  row: ImportRowRecord;
  parsed: ParsedRow;
}

interface ResolvedRecord extends ParsedRecord {
  names: ResolvedNames;
}

/** Resolves the names of rows; what is not known yet is looked up: first names, then the kits of clubs and seasons. */
async function resolveRows(
  context: ImportContext,
  importId: number,
  known: Names,
  rows: readonly ParsedRecord[],
): Promise<ResolvedRecord[]> {
  const learn = async (names: readonly NameToLookUp[]) => {
    const found = await lookUpNames(context, importId, listUnknown(known, names));
    for (const { field, text, candidates } of found) {
      const chosen = known.get(nameKey(field, text))?.chosen ?? null;
      known.set(nameKey(field, text), { candidates, chosen });
    }
  };
  await learn(rows.flatMap(({ parsed }) => listNamesOf(parsed)));
  const resolved = rows.map((one) => ({
    ...one,
    names: resolveNames(one.parsed, one.row.settled?.set ?? {}, known),
  }));
  await learn(
    resolved.flatMap(({ row, parsed, names }) => {
      const text = findClubSeason(parsed, names, row.settled?.set ?? {});
      return text === undefined ? [] : [{ field: 'club_season' as const, text }];
    }),
  );
  return resolved;
}

function listNamesOf({ names }: ParsedRow): NameToLookUp[] {
  return Object.entries(names).flatMap(([field, { texts }]) =>
    texts.map((text) => ({ field: field as NameToLookUp['field'], text })),
  );
}

interface Matching {
  record: ImportRecord;
  known: Names;
  matcher: ItemMatcher;
  items: ReadonlyMap<number, SourcedItem>;
}

function evaluate(
  { row, parsed, names }: ResolvedRecord,
  { record, known, matcher, items }: Matching,
): Evaluated {
  const { input, ...matched } = matchRow(row, parsed, record, names, known);
  const errors = { ...matched.errors, ...listCellErrors(row, record.mapping) };
  const isInvalid = matched.status === 'new' && Object.keys(errors).length > 0;
  const evaluated = { ...matched, errors, item_id: null, ...(isInvalid && { status: 'invalid' as const }) };
  if (isSkipped(row)) return { ...evaluated, status: 'skipped' };
  if (evaluated.status !== 'new' || record.options.on_match === 'add') return evaluated;
  const itemId = matcher.match(row.number, parsed.texts.get('external_id')?.trim(), input);
  if (itemId === undefined) return evaluated;
  const item = items.get(itemId);
  const merged = item && !parsed.texts.has('notes') ? keepNotes(input, item) : input;
  if (merged !== input && isLongerThan(merged.values.notes ?? '', NOTES_MAX))
    return { ...evaluated, status: 'invalid', errors: { notes: [tooLong(NOTES_MAX)] } };
  // Without the item, it is not to be updated.
  const status = item && differs(merged, item) ? 'update' : 'unchanged';
  return { ...evaluated, item: merged.values, status, item_id: itemId };
}

/** What a table has no field for is added to the notes that its item has already; they are not its own. */
function keepNotes(input: MatchedRow['input'], { notes: stored }: SourcedItem): MatchedRow['input'] {
  const { notes } = input.values;
  if (!notes || stored === '') return input;
  const lines = new Set(stored.split('\n'));
  const added = notes.split('\n').filter((line) => !lines.has(line));
  return { ...input, values: { ...input.values, notes: [stored, ...added].join('\n') } };
}

/**
 * The errors of cells that could not be read, by the fields that they would fill. A value that the owner has set takes the place
 * of its cell, and an ignored column has none.
 */
function listCellErrors({ problems, settled }: ImportRowRecord, mapping: Mapping): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const [column, problem] of Object.entries(problems ?? {})) {
    const field = mapping[column] ?? null;
    if (field === 'ignore' || (field !== null && Object.hasOwn(settled?.set ?? {}, field))) continue;
    (errors[field ?? 'non_field_errors'] ??= []).push(`${JSON.stringify(column)}: ${problem}`);
  }
  return errors;
}

const MESSAGES: Readonly<Record<NoteLine['why'], string>> = {
  unmapped: 'No field is mapped to this column: its values go to the notes, labelled.',
  quantity: 'An item counts once: quantities other than 1 go to the notes, labelled.',
  remark: 'What its field cannot hold goes to the notes, labelled.',
};

/** Collects what goes to the notes, by column. */
function createWarnings() {
  const warnings = new Map<string, ImportWarning>();
  return {
    add(lines: readonly NoteLine[]) {
      for (const { column, why } of lines) {
        const warning = warnings.get(`${why} ${column}`) ?? { column, count: 0, message: MESSAGES[why] };
        warnings.set(`${why} ${column}`, { ...warning, count: warning.count + 1 });
      }
    },
    list: () => [...warnings.values()],
  };
}
