import {
  IMPORTS_IN_REVIEW_MAX,
  notStorable,
  unknownId,
  type ImportOptions,
  type ImportStatus,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { notFound, ServiceError, unavailable } from '@kitroom/server/http/errors';
import { isStorable, shorten, toStorable } from '@kitroom/shared';
import { invalidFields, toInvalidInput } from '../invalid-input.ts';
import type { ItemInput } from '../items/item-columns.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { REFERENCE_FIELDS } from '../reference/reference-fields.ts';
import { resolveReferences } from '../reference/resolve-references.ts';
import { newKey } from '../storage/new-key.ts';
import { IMPORT_FOLDER } from '../storage/storage.ts';
import { findCopyName, storeChoice } from './evaluating/name-queries.ts';
import type { ImportContext } from './import-context.ts';
import {
  beginWork,
  BUSY,
  countOpenImports,
  deleteImportRow,
  findImport,
  insertImport,
  type ImportRecord,
  type NewImport,
  type StoredOptions,
} from './import-queries.ts';
import { evaluateSingleRow } from './evaluating/evaluate-import.ts';
import {
  findRow,
  storeEvaluated,
  storeSettled,
  type ImportRowRecord,
  type Settled,
} from './import-row-queries.ts';
import {
  describeTooLong,
  IMPORT_FIELDS,
  isTooLong,
  type Mapping,
  type NameField,
} from './mapping/import-fields.ts';
import { quote } from './reading/import-refused.ts';
import { enqueueWork } from './run-import.ts';

type OptionChanges = { [Name in keyof ImportOptions]?: ImportOptions[Name] | undefined };

export interface ImportId {
  id: number;
  userId: number;
}

const OPTIONS: StoredOptions = {
  on_match: 'skip',
  invalid_as_draft: false,
  date_order: 'ymd',
  with_photos: true,
  defaults: {},
};

/** The user's own import; otherwise throws not-found. */
export async function getImport(db: Database, key: ImportId): Promise<ImportRecord> {
  const record = await findImport(db, key);
  if (!record) throw notFound('Not found.');
  return record;
}

/** 409 if the user has another import in work, or too many in review. */
export async function permitNewImport(db: Database, userId: number): Promise<void> {
  const { busy, inReview } = await countOpenImports(db, userId);
  if (busy > 0) throw busyElsewhere();
  if (inReview >= IMPORTS_IN_REVIEW_MAX) {
    throw conflict(`${IMPORTS_IN_REVIEW_MAX} imports wait in review. Apply or abandon one of them first.`);
  }
}

/** Stores an uploaded file, and queues its reading. */
export async function startFileImport(
  context: ImportContext,
  userId: number,
  file: ReceivedFile,
): Promise<ImportRecord> {
  const key = newKey(IMPORT_FOLDER, 'bin');
  await context.storage.put(key, file.path).catch((error: unknown) => {
    throw unavailable(error);
  });
  try {
    return await start(context, {
      user_id: userId,
      source: 'file',
      file_name: shorten(toStorable(file.name), 200),
      file_key: key,
      file_size: file.size,
      archive_user_id: null,
      options: OPTIONS,
    });
  } catch (error) {
    if (error instanceof ServiceError) await removeFiles(context, [key]);
    throw error;
  }
}

/** Queues the reading of a collection in the archive. */
export function startArchiveImport(
  context: ImportContext,
  userId: number,
  archiveUserId: number,
): Promise<ImportRecord> {
  return start(context, {
    user_id: userId,
    source: 'archive',
    file_name: '',
    file_key: null,
    file_size: 0,
    archive_user_id: archiveUserId,
    options: { ...OPTIONS, decimal: '.', invalid_as_draft: true },
  });
}

function start({ db }: ImportContext, row: NewImport): Promise<ImportRecord> {
  return oneAtATime(() =>
    db.transaction(async (transaction) => {
      await permitNewImport(transaction, row.user_id);
      const record = await insertImport(transaction, row);
      await enqueueWork(transaction, record);
      return record;
    }),
  );
}

/** Changes the mapping and options; the rows are evaluated anew. */
export function reviseImport(
  { db }: ImportContext,
  key: ImportId,
  changes: { mapping?: Mapping | undefined; options?: OptionChanges | undefined },
): Promise<ImportRecord> {
  return inStatus(db, key, ['review'], async (transaction, record) => {
    const mapping = { ...record.mapping, ...changes.mapping };
    const given = Object.entries(changes.options ?? {}).filter(([, value]) => value !== undefined);
    const options: StoredOptions = { ...record.options, ...Object.fromEntries(given) };
    validateMapping(record, mapping);
    validateDefaults(options);
    return begin(transaction, record, 'reading', { mapping, options });
  });
}

/** Starts applying or undoing an import. */
export function startWork(
  { db }: ImportContext,
  key: ImportId,
  { from, to }: { from: ImportStatus; to: ImportStatus },
): Promise<ImportRecord> {
  return inStatus(db, key, [from], (transaction, record) => begin(transaction, record, to));
}

/** Settles a row, and evaluates it anew. */
export async function settleRow(
  context: ImportContext,
  key: ImportId,
  number: number,
  { set, skip }: { set?: ItemInput | undefined; skip?: boolean | undefined },
): Promise<ImportRowRecord> {
  await getRow(context.db, await getImport(context.db, key), number);
  if (set && set.issues.length > 0) throw toInvalidInput(set.issues);
  await refuseUnknown(context, set?.values ?? {});
  return inStatus(context.db, key, ['review'], async (db, record) => {
    const row = await getRow(db, record, number);
    const settled: Settled = {
      ...row.settled,
      ...(skip === undefined ? {} : { skip }),
      set: { ...row.settled?.set, ...set?.values },
    };
    await storeSettled(db, record.id, number, settled);
    await storeEvaluated(db, record.id, [await evaluateSingleRow(db, record, { ...row, settled })]);
    return getRow(db, record, number);
  });
}

export async function getRow(
  db: Database,
  { id }: Pick<ImportRecord, 'id'>,
  number: number,
): Promise<ImportRowRecord> {
  const row = await findRow(db, id, number);
  if (!row) throw notFound('Not found.');
  return row;
}

/** Settles what a name means in all rows. */
export async function resolveName(
  context: ImportContext,
  key: ImportId,
  { field, text, id }: { field: NameField; text: string; id: number },
): Promise<ImportRecord> {
  await getImport(context.db, key);
  const unknown = await resolveReferences(context, { [field]: id });
  if (unknown.length > 0) throw invalidFields({ id: [unknownId(id)] });
  return inStatus(context.db, key, ['review'], async (db, record) => {
    const name = await findCopyName(db, field, id);
    await storeChoice(db, record.id, { field, text, chosen: { id, name, score: 1 } });
    return begin(db, record, 'reading');
  });
}

export async function removeImport(context: ImportContext, key: ImportId): Promise<void> {
  const file = await inStatus(context.db, key, ['review', 'done', 'undone', 'failed'], (db, record) =>
    deleteImportRow(db, record.id),
  );
  if (file !== null) await removeFiles(context, [file]);
}

async function begin(
  db: Database,
  { id }: ImportRecord,
  status: ImportStatus,
  changes: Parameters<typeof beginWork>[3] = {},
): Promise<ImportRecord> {
  const begun = await beginWork(db, id, status, changes);
  await enqueueWork(db, begun);
  return begun;
}

/** Runs a change of an import that is in one of these states; otherwise 409. */
function inStatus<T>(
  db: Database,
  key: ImportId,
  allowed: readonly ImportStatus[],
  change: (db: Database, record: ImportRecord) => Promise<T>,
): Promise<T> {
  return oneAtATime(() =>
    db.transaction(async (transaction) => {
      const record = await findImport(transaction, key, { locked: true });
      if (!record) throw notFound('Not found.');
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

/** The database allows one import in work per user. */
async function oneAtATime<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const { constraint } = (error ?? {}) as { constraint?: string };
    throw constraint === 'imports_busy_idx' ? busyElsewhere() : error;
  }
}

function busyElsewhere(): ServiceError {
  return conflict('Another import is being read, applied or undone. Try again when it has ended.');
}

function conflict(detail: string): ServiceError {
  return new ServiceError('conflict', detail);
}

function validateMapping({ columns }: ImportRecord, mapping: Mapping): void {
  const names = new Set(columns.map(({ name }) => name));
  const errors = Object.entries(mapping).flatMap(([column, field]) => {
    if (!names.has(column)) return [`The file has no column ${quote(column)}.`];
    return field === null || IMPORT_FIELDS.has(field) ? [] : [`${quote(field)} is not a field.`];
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

/** References that the catalogue does not know, by field. */
async function refuseUnknown(context: ImportContext, set: ItemInput['values']): Promise<void> {
  const references = Object.fromEntries(
    REFERENCE_FIELDS.flatMap((field) => {
      const id = set[field];
      return typeof id === 'number' ? [[field, id]] : [];
    }),
  );
  const unknown = await resolveReferences(context, references);
  if (unknown.length > 0) {
    throw invalidFields(Object.fromEntries(unknown.map(({ field, id }) => [field, [unknownId(id)]])));
  }
}
