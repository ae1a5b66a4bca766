import type { Database } from '@kitroom/server/database/database';
import type { ImportRecord } from '../import-queries.ts';
import {
  isSkipped,
  listExternalIds,
  listMatchedItems,
  listRowsAfter,
  storeEvaluated,
  type Evaluated,
  type ImportRowRecord,
} from '../import-row-queries.ts';
import type { NameField } from '../understand/import-fields.ts';
import { readCell } from '../reading/source-table.ts';
import { sourceOf } from '../source-name.ts';
import type { Work } from '../work.ts';
import { addCellErrors } from './cell-errors.ts';
import { evaluateRow, type EvaluatedRow } from './evaluate-row.ts';
import { listItemsAfter, type SourcedItem } from './item-match-queries.ts';
import { lookUpNames, type NameToLookUp } from './look-up-names.ts';
import { createItemMatcher, differs, type ItemMatcher } from './match-items.ts';
import { listNames } from './name-queries.ts';
import { readRow, type RowRules } from '../understand/parse-row.ts';
import { nameKey, type KnownNames } from './resolve-name.ts';

const BATCH = 500;

/** Evaluates all rows by the import's mapping and options. Interrupted, it begins anew; known names are kept. */
export async function evaluateImport(work: Work, record: ImportRecord): Promise<void> {
  const { context } = work;
  const unknown = await collectUnknownNames(work, record);
  await lookUpNames(context, record.id, unknown, () => work.step({ is_paused: false }));
  const known = await loadNames(context.db, record.id);
  const { matcher, items } = await loadMatcher(context.db, record);
  let done = 0;
  for await (const rows of listInBatches(work, record.id)) {
    const evaluated = rows.map((row) => evaluate(row, { record, known, matcher, items }));
    done += rows.length;
    await work.step({ progress_done: done, progress_total: record.row_count }, (db) =>
      storeEvaluated(db, record.id, evaluated),
    );
  }
}

/** Evaluates a row again; the items that other rows mean stay theirs. */
export async function evaluateSingleRow(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
): Promise<Evaluated> {
  const known = await loadNames(db, record.id);
  const { matcher, items } = await loadMatcher(db, record);
  matcher.exclude(await listMatchedItems(db, record.id, row.number));
  return evaluate(row, { record, known, matcher, items });
}

async function* listInBatches({ context }: Work, importId: number): AsyncGenerator<ImportRowRecord[]> {
  for (let after = 0; ;) {
    const rows = await listRowsAfter(context.db, importId, after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.number;
  }
}

async function collectUnknownNames(work: Work, record: ImportRecord): Promise<NameToLookUp[]> {
  const known = await loadNames(work.context.db, record.id);
  const unknown = new Map<string, NameToLookUp>();
  for await (const rows of listInBatches(work, record.id)) {
    for (const { cells } of rows) {
      for (const [field, { texts }] of Object.entries(readRow(cells, record).names)) {
        for (const text of texts) {
          const key = nameKey(field as NameField, text);
          if (!known.has(key)) unknown.set(key, { field: field as NameField, text });
        }
      }
    }
  }
  return [...unknown.values()];
}

async function loadNames(db: Database, importId: number): Promise<KnownNames> {
  const rows = await listNames(db, importId);
  return new Map(
    rows
      .filter(({ candidates, chosen }) => candidates !== null || chosen !== null)
      .map((row) => [nameKey(row.field, row.text), row]),
  );
}

/** Reads the user's items; kept are only those that an update may need to be compared with. */
async function loadMatcher(db: Database, record: ImportRecord) {
  const { mapping, options, user_id: userId } = record;
  const matcher = createItemMatcher(mapping);
  const items = new Map<number, SourcedItem>();
  if (options.on_match === 'add') return { matcher, items };
  const source = sourceOf(record);
  for (let after = 0; ;) {
    const page = await listItemsAfter(db, { userId, source, after, limit: BATCH });
    const last = page.at(-1);
    if (!last) break;
    for (const item of page) {
      matcher.add(item);
      if (options.on_match === 'update') items.set(item.id, item);
    }
    after = last.id;
  }
  const column = findExternalIdColumn(record);
  if (column !== undefined) matcher.claim(await listExternalIds(db, record.id, column));
  return { matcher, items };
}

export function findExternalIdColumn({ mapping }: Pick<RowRules, 'mapping'>): string | undefined {
  return Object.entries(mapping).find(([, field]) => field === 'external_id')?.[0];
}

interface EvaluationContext {
  record: ImportRecord;
  known: KnownNames;
  matcher: ItemMatcher;
  items: ReadonlyMap<number, SourcedItem>;
}

function evaluate(row: ImportRowRecord, { record, known, matcher, items }: EvaluationContext): Evaluated {
  const { input, ...evaluated } = addCellErrors(evaluateRow(row, record, known), row, record.mapping);
  if (isSkipped(row)) return { ...evaluated, status: 'skipped', item_id: null };
  if (evaluated.status !== 'new') return { ...evaluated, item_id: null };
  const column = findExternalIdColumn(record);
  const externalId = column === undefined ? undefined : readCell(row.cells, column)?.trim();
  const itemId = record.options.on_match === 'add' ? undefined : matcher.match(row.number, externalId, input);
  if (itemId === undefined) return { ...evaluated, item_id: null };
  return { ...evaluated, status: statusOf(input, items.get(itemId)), item_id: itemId };
}

/** Without the item, it is not to be updated. */
function statusOf(input: EvaluatedRow['input'], item: SourcedItem | undefined): Evaluated['status'] {
  return item && differs(input, item as unknown as Readonly<Record<string, unknown>>)
    ? 'update'
    : 'unchanged';
}
