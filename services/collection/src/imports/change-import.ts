import {
  notStorable,
  unknownId,
  type ImportStatus,
  type patchImport,
  type patchImportRow,
  type patchImportRows,
  type resolveImport,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { definedColumns } from '@kitroom/server/database/query-parts';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { isStorable, type InputOf } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import { invalidFields, toInvalidInput } from '../invalid-input.ts';
import type { ItemInput } from '../items/item-columns.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { resolveReferences } from '../reference/resolve-references.ts';
import { listAppliedRows } from './apply/undo-import.ts';
import {
  BUSY,
  deleteImportRow,
  failWork,
  findImport,
  startWork,
  touchImport,
  type ImportRecord,
  type StoredOptions,
} from './import-queries.ts';
import {
  decideRowsWithError,
  findRow,
  storeDecisions,
  storeEvaluated,
  type ImportRowRecord,
  type RowDecisions,
} from './import-row-queries.ts';
import type { ImportContext } from './import-work.ts';
import { evaluateSingleRow, lookUpRow } from './match/evaluate-import.ts';
import { findCopyName, storeChoice } from './match/name-queries.ts';
import { describeTooLong, IGNORE, IMPORT_FIELDS, isTooLong, type Mapping } from './parse/import-fields.ts';
import { normalizeOptions, READING_OPTIONS, validateReadingOptions } from './read/source-table.ts';
import { enqueueWork } from './run-import.ts';

interface ImportId {
  id: number;
  userId: number;
}

const ENDABLE: readonly ImportStatus[] = ['reading', 'applying'];
const IDLE: readonly ImportStatus[] = ['review', 'done', 'undone', 'failed'];

/** Returns an import of the user; throws a 404 if it does not exist. */
export async function getImport(
  db: Database,
  key: ImportId,
  options?: { locked: boolean },
): Promise<ImportRecord> {
  const record = await findImport(db, key, options);
  if (!record) throw notFound('Not found.');
  return record;
}

/**
 * Changes the mapping and options; the rows are evaluated again, and read again if reading options change.
 */
export function reviseImport(
  { db }: ImportContext,
  key: ImportId,
  changes: InputOf<typeof patchImport>['body'],
): Promise<ImportRecord> {
  return inStatus(db, key, ['review'], async (transaction, record) => {
    const mapping = { ...record.mapping, ...changes.mapping };
    const changed = normalizeOptions(definedColumns(changes.options ?? {}));
    const options: StoredOptions = { ...record.options, ...changed };
    validateMapping(record, mapping);
    validateDefaults(options);
    const isReadAgain = READING_OPTIONS.some((name) => name in changed);
    if (isReadAgain) validateReadingOptions(record, options);
    return start(transaction, record, 'reading', { mapping, options, is_read: !isReadAgain });
  });
}

export function startApplying({ db }: ImportContext, key: ImportId): Promise<ImportRecord> {
  return inStatus(db, key, ['review'], (transaction, record) => start(transaction, record, 'applying'));
}

/** Starts undoing an import; a failed one can be undone only if it added or updated items. */
export function startUndoing({ db }: ImportContext, key: ImportId): Promise<ImportRecord> {
  return inStatus(db, key, ['done', 'failed'], async (transaction, record) => {
    if (record.status === 'failed' && (await listAppliedRows(transaction, record.id, 1)).length === 0)
      throw conflict('The import has added and updated nothing that could be undone.');
    return start(transaction, record, 'undoing');
  });
}

/** Stores the user's decisions on a row, and evaluates it again. */
export async function resolveRow(
  context: ImportContext,
  key: ImportId,
  number: number,
  { set, skip }: InputOf<typeof patchImportRow>['body'],
): Promise<ImportRowRecord> {
  const reviewed = await getImport(context.db, key);
  const current = await getRow(context.db, reviewed, number);
  await rejectInvalid(context, set);
  const decide = ({ settled }: ImportRowRecord): RowDecisions => ({
    ...settled,
    ...(skip === undefined ? {} : { skip }),
    set: { ...settled?.set, ...set?.values },
  });
  if (reviewed.status === 'review')
    await lookUpRow(context, reviewed, { ...current, settled: decide(current) });
  return inStatus(context.db, key, ['review'], async (db, record) => {
    const row = await getRow(db, record, number);
    const settled = decide(row);
    await storeDecisions(db, record.id, number, settled);
    await storeEvaluated(db, record.id, [await evaluateSingleRow(db, record, { ...row, settled })]);
    await touchImport(db, record.id);
    return getRow(db, record, number);
  });
}

/** Stores decisions on all rows with an error in a field, and evaluates the rows again. */
export async function resolveRows(
  context: ImportContext,
  key: ImportId,
  { field, set, skip }: InputOf<typeof patchImportRows>['body'],
): Promise<ImportRecord> {
  await getImport(context.db, key);
  await rejectInvalid(context, set);
  return inStatus(context.db, key, ['review'], async (db, record) => {
    const decisions = { ...(set && { set: set.values }), ...(skip !== undefined && { skip }) };
    await decideRowsWithError(db, record.id, field, decisions);
    return start(db, record, 'reading');
  });
}

/** Returns a row of an import; throws a 404 if it does not exist. */
export async function getRow(
  db: Database,
  { id }: Pick<ImportRecord, 'id'>,
  number: number,
): Promise<ImportRowRecord> {
  const row = await findRow(db, id, number);
  if (!row) throw notFound('Not found.');
  return row;
}

/** Stores which record a name means in all rows, and evaluates the rows again. */
export async function resolveName(
  context: ImportContext,
  key: ImportId,
  { field, text, id }: InputOf<typeof resolveImport>['body'],
): Promise<ImportRecord> {
  await getImport(context.db, key);
  const unknown = await resolveReferences(context, { [field]: id });
  if (unknown.length > 0) throw invalidFields({ id: [unknownId(id)] });
  return inStatus(context.db, key, ['review'], async (db, record) => {
    const name = await findCopyName(db, field, id);
    await storeChoice(db, record.id, { field, text, chosen: { id, name, score: 1 } });
    return start(db, record, 'reading');
  });
}

/** Ends an import that is being read or applied; deletes one in any other state except `undoing`. */
export async function removeImport(context: ImportContext, key: ImportId): Promise<void> {
  const file = await inStatus(context.db, key, [...ENDABLE, ...IDLE], async (db, record) => {
    if (!ENDABLE.includes(record.status)) return deleteImportRow(db, record.id);
    await failWork(db, record, 'Abandoned by its owner.');
    return record.file_key;
  });
  if (file !== null) await removeFiles(context, [file]);
}

async function start(
  db: Database,
  { id }: ImportRecord,
  status: ImportStatus,
  changes: Parameters<typeof startWork>[3] = {},
): Promise<ImportRecord> {
  const started = await startWork(db, id, status, changes);
  await enqueueWork(db, started);
  return started;
}

/** Runs a change in a transaction that locks the import; throws a 409 if its status is not allowed. */
function inStatus<T>(
  db: Database,
  key: ImportId,
  allowed: readonly ImportStatus[],
  change: (db: Database, record: ImportRecord) => Promise<T>,
): Promise<T> {
  return withBusyImportLimit(() =>
    db.transaction(async (transaction) => {
      const record = await getImport(transaction, key, { locked: true });
      if (!allowed.includes(record.status)) {
        throw conflict(
          BUSY.includes(record.status)
            ? `The import is being worked on: its status is "${record.status}".`
            : `This is not possible while the status of the import is "${record.status}".`,
        );
      }
      return change(transaction, record);
    }),
  );
}

/** Runs a change; throws a 409 if it violates the database's limit of one busy import per user. */
export async function withBusyImportLimit<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const { constraint } = (error ?? {}) as { constraint?: string };
    throw constraint === 'imports_busy_idx' ? anotherImportBusy() : error;
  }
}

export function anotherImportBusy(): ServiceError {
  return conflict('Another import is being read, applied or undone. Try again when it has ended.');
}

export function conflict(detail: string): ServiceError {
  return new ServiceError('conflict', detail);
}

function validateMapping({ columns }: ImportRecord, mapping: Mapping): void {
  const names = new Set(columns.map(({ name }) => name));
  const errors = Object.entries(mapping).flatMap(([column, field]) => {
    if (!names.has(column)) return [`The file has no column ${quote(column)}.`];
    return field === null || field === IGNORE || IMPORT_FIELDS.has(field)
      ? []
      : [`${quote(field)} is not a field.`];
  });
  if (errors.length > 0) throw invalidFields({ mapping: errors.slice(0, 20) });
}

function validateDefaults({ defaults }: StoredOptions): void {
  const errors = Object.entries(defaults).flatMap(([field, value]) => {
    if (!IMPORT_FIELDS.has(field)) return [`${quote(field)} is not a field.`];
    const text = String(value);
    if (!isStorable(text)) return [`"${field}": ${notStorable(text)}`];
    return isTooLong(field, text) ? [`"${field}": ${describeTooLong(field)}`] : [];
  });
  if (errors.length > 0) throw invalidFields({ options: errors.slice(0, 20) });
}

/** Throws a 400 for invalid values, and for references that the catalogue does not know. */
async function rejectInvalid(context: ImportContext, set: ItemInput | undefined): Promise<void> {
  if (set && set.issues.length > 0) throw toInvalidInput(set.issues);
  const unknown = await resolveReferences(context, set?.values ?? {});
  if (unknown.length > 0) {
    throw invalidFields(Object.fromEntries(unknown.map(({ field, id }) => [field, [unknownId(id)]])));
  }
}
