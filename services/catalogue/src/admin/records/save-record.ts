import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@kitroom/server/database/database';
import { codeOf } from '@kitroom/server/database/database-errors';
import { refuseForm } from '@kitroom/server/pages/form';
import { insertAuditEntry } from '../audit-log.ts';
import type { Operator } from '../operator-session.ts';
import { changeCatalogue, type RecordContext } from './change-catalogue.ts';
import { kindOf, type KindDeclaration } from './kinds.ts';
import {
  countKitsOf,
  deleteRecord,
  findByFormerSlug,
  lockRecord,
  setFormerSlugs,
  writeRecord,
} from './record-queries.ts';
import type { FullLine, StoredRecord } from './record-sources.ts';
import { resolveReferences, writeKit } from './write-kit.ts';

interface RecordChange {
  kind: KindDeclaration;
  line: FullLine;
  /** Whether an unknown kit type may be created; otherwise UnknownKitType is thrown. */
  mayCreateType: boolean;
}

/** Creates a record and returns its id. Throws a 400 if it is invalid. */
export function createRecord(
  context: RecordContext,
  { name }: Operator,
  change: RecordChange,
): Promise<number> {
  const { kind, line } = change;
  return save(context, kind, async (transaction) => {
    const id = await write(transaction, context, name, change);
    if (kind.kind === 'club' || kind.kind === 'kit') await refuseFormerSlug(transaction, kind.kind, line, id);
    await logRecord(transaction, name, 'create', id, { after: line });
    return id;
  });
}

/**
 * Updates a record. If `version` is outdated, changes nothing and returns the stored record. Throws a 400 if
 * the record is invalid.
 */
export function editRecord(
  context: RecordContext,
  { name }: Operator,
  { id, version }: { id: number; version: string },
  change: RecordChange,
): Promise<'saved' | 'unchanged' | StoredRecord> {
  const { kind, line } = change;
  return save<'saved' | 'unchanged' | StoredRecord>(context, kind, async (transaction) => {
    const stored = await lockRecord(transaction, context.index, kind, id);
    if (stored.version !== version) return stored;
    if (isSame(stored.line, line)) return 'unchanged';
    await write(transaction, context, name, change, id);
    if (line[kind.key] !== stored.line[kind.key]) await keepFormerSlug(transaction, kind, stored, line);
    await logRecord(transaction, name, 'edit', id, { before: stored.line, after: line });
    return 'saved';
  });
}

/** Deletes a record and returns its key. Throws a 409 if kits refer to it. */
export async function removeRecord(
  context: RecordContext,
  { name }: Operator,
  kind: KindDeclaration,
  id: number,
): Promise<string> {
  const tables = kind.table === 'kits' ? ['kits'] : [kind.table, 'kits'];
  return changeCatalogue(context, tables, async (transaction) => {
    // The lock makes concurrent inserts of kits that refer to the record wait; those inserted earlier are
    // counted.
    const { line } = await lockRecord(transaction, context.index, kind, id);
    const kits = kind.kind === 'kit' ? 0 : await countKitsOf(transaction, kind.kind, id);
    if (kits > 0) throw refuseForm({ '': explainUse(kind, kits) }, 'conflict');
    await deleteRecord(transaction, kind, id);
    await logRecord(transaction, name, 'delete', id, { before: line });
    return String(line[kind.key]);
  });
}

/** Explains why a record that kits refer to cannot be deleted. */
export function explainUse({ singular }: KindDeclaration, kits: number): string {
  const [count, verb] = kits === 1 ? ['1 kit', 'refers'] : [`${kits.toLocaleString('en')} kits`, 'refer'];
  return `${count} ${verb} to this ${singular}. It can be deleted when no kit refers to it any more.`;
}

/** The record as stored in the audit log. */
export function withoutKind({ kind: _kind, ...line }: FullLine): object {
  return line;
}

/**
 * The tables that a change may affect, by table: kits store their club's country, and may create seasons and
 * kit types.
 */
const TABLES_WITH: Readonly<Record<string, readonly string[]>> = {
  clubs: ['clubs', 'kits'],
  kits: ['kits', 'seasons', 'kit_types'],
};

async function save<T>(
  context: RecordContext,
  kind: KindDeclaration,
  change: (transaction: Database) => Promise<T>,
) {
  try {
    return await changeCatalogue(context, TABLES_WITH[kind.table] ?? [kind.table], change);
  } catch (error) {
    if (codeOf(error) === FOREIGN_KEY_VIOLATION) throw refuseForm({ '': REFERENCE_DELETED });
    const constraint = findUniqueViolation(error);
    if (constraint === undefined) throw error;
    if (constraint !== `${kind.table}_${kind.key}_key`) throw refuseForm({ '': CREATED_CONCURRENTLY });
    const label = kind.fields.find(({ name }) => name === kind.key)?.label.toLowerCase() ?? kind.key;
    throw refuseForm({ [kind.key]: `There is another ${kind.singular} with this ${label}.` });
  }
}

/**
 * Inserts a record, or updates the record with this id, and creates the season and kit type of a kit. Returns
 * its id.
 */
async function write(
  transaction: Database,
  { index }: RecordContext,
  operator: string,
  { kind: { kind }, line, mayCreateType }: RecordChange,
  id?: number,
): Promise<number> {
  if (kind !== 'kit') return writeRecord(transaction, kind, line, id);
  const references = await resolveReferences({ db: transaction, index }, line, mayCreateType);
  for (const created of references.created) {
    await logRecord(transaction, operator, 'create', created.id, { after: created.line });
  }
  return writeKit(transaction, line, references, id);
}

/** Adds a change of a record to the audit log. The kind and the name are those of its line. */
async function logRecord(
  transaction: Database,
  operator: string,
  action: 'create' | 'edit' | 'delete',
  subjectId: number,
  { before, after }: { before?: FullLine; after?: FullLine },
): Promise<void> {
  const line = after ?? before;
  if (!line) return;
  await insertAuditEntry(transaction, {
    operator,
    action,
    subject: line.kind,
    subjectId,
    label: String(line[kindOf(line.kind).key]),
    ...(before && { before: withoutKind(before) }),
    ...(after && { after: withoutKind(after) }),
  });
}

/** Keeps the previous slug of a club or kit, so that imports continue to find it. */
async function keepFormerSlug(
  transaction: Database,
  kind: KindDeclaration,
  { id, line: { slug: before }, former_slugs: slugs }: StoredRecord,
  line: FullLine,
): Promise<void> {
  if (kind.kind !== 'club' && kind.kind !== 'kit') return;
  await refuseFormerSlug(transaction, kind.kind, line, id);
  const kept = slugs.filter((slug) => slug !== line['slug']);
  await setFormerSlugs(transaction, kind, id, [...kept, String(before)]);
}

/**
 * Throws a 400 if the slug is the former slug of another record, because imports would be ambiguous. Call
 * after writing the record: writing waits for concurrent changes that give the slug to a record or take it
 * away.
 */
async function refuseFormerSlug(
  transaction: Database,
  kind: 'club' | 'kit',
  line: FullLine,
  id: number,
): Promise<void> {
  const owner = await findByFormerSlug(transaction, kind, line['slug']);
  if (!owner || owner.id === id) return;
  throw refuseForm({
    slug: `This is a former slug of ${owner.name} (${owner.slug}), or of a ${kind} that was merged into it.`,
  });
}

/** Whether two lines are equal, treating missing fields as null. */
function isSame(left: FullLine, right: FullLine): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isDeepStrictEqual(left[name] ?? null, right[name] ?? null));
}

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

const REFERENCE_DELETED = 'Somebody else has just deleted a record to which this one refers. Save again.';
const CREATED_CONCURRENTLY = 'Somebody else has just created the same season or kit type. Save again.';

function findUniqueViolation(error: unknown): string | undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION) return undefined;
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
}
