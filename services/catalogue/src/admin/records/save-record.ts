import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { insertAuditEntry } from '../audit-queries.ts';
import type { Operator } from '../operator-session.ts';
import { changeCatalogue } from './change-catalogue.ts';
import type { KindPage } from './kind-pages.ts';
import { FormRefused, type FullLine } from './record-form.ts';
import {
  findByFormerSlug,
  findStored,
  insertRecord,
  setFormerSlugs,
  updateRecord,
  type StoredRecord,
} from './record-queries.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { insertKit, resolveReferences, updateKit } from './write-kit.ts';

/** The record was changed by someone else after the form was opened. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
  readonly stored: StoredRecord;

  constructor(stored: StoredRecord) {
    super('the record was changed meanwhile');
    this.stored = stored;
  }
}

type SaveContext = { db: Database; cache: Cache; index: SearchIndex };

export interface RecordChange {
  page: KindPage;
  line: FullLine;
  /** Whether a kit may create its kit type; otherwise an unknown one throws UnknownKitType. */
  mayCreateType: boolean;
}

/** Creates a record and returns its id. Throws FormRefused if it is invalid. */
export function createRecord(
  context: SaveContext,
  { name }: Operator,
  change: RecordChange,
): Promise<number> {
  const { page, line } = change;
  return save(context, page, async (transaction) => {
    if (page.kind === 'club' || page.kind === 'kit') await refuseFormerSlug(transaction, page.kind, line);
    const id = await insert(transaction, context, name, change);
    const subject = { subject: page.kind, subjectId: id, label: String(line[page.key]) };
    await insertAuditEntry(transaction, {
      operator: name,
      action: 'create',
      ...subject,
      after: withoutKind(line),
    });
    return id;
  });
}

/**
 * Updates a record; returns false if nothing changed. Throws FormRefused if it is invalid, and ChangedMeanwhile if
 * `version` is outdated.
 */
export function editRecord(
  context: SaveContext,
  { name }: Operator,
  { id, version }: { id: number; version: string },
  change: RecordChange,
): Promise<boolean> {
  const { page, line } = change;
  return save(context, page, async (transaction) => {
    const stored = await findStored(transaction, page, id, 'locked');
    if (!stored) throw notFound(`There is no ${page.one} with the number ${id}.`);
    if (stored.version !== version) throw new ChangedMeanwhile(stored);
    if (isSame(stored.line, line)) return false;
    if (line[page.key] !== stored.line[page.key]) await keepFormerSlug(transaction, page, stored, line);
    await update(transaction, context, name, id, change);
    await insertAuditEntry(transaction, {
      operator: name,
      action: 'edit',
      subject: page.kind,
      subjectId: id,
      label: String(line[page.key]),
      before: withoutKind(stored.line),
      after: withoutKind(line),
    });
    return true;
  });
}

/** The record as stored in the audit log. */
export function withoutKind({ kind: _kind, ...line }: FullLine): object {
  return line;
}

/** Tables that a change may affect: kits repeat their club's country and may create seasons and kit types. */
const TABLES_WITH: Readonly<Record<string, readonly string[]>> = {
  clubs: ['clubs', 'kits'],
  kits: ['kits', 'seasons', 'kit_types'],
};

async function save<T>(context: SaveContext, page: KindPage, change: (transaction: Database) => Promise<T>) {
  try {
    return await changeCatalogue(context, TABLES_WITH[page.table] ?? [page.table], change);
  } catch (error) {
    const constraint = findUniqueViolation(error);
    if (constraint === undefined) throw error;
    if (constraint !== `${page.table}_${page.key}_key`) throw new FormRefused({ '': CREATED_MEANWHILE });
    const label = page.fields.find(({ name }) => name === page.key)?.label.toLowerCase() ?? page.key;
    throw new FormRefused({ [page.key]: `There is another ${page.one} with this ${label}.` });
  }
}

async function insert(
  transaction: Database,
  { index }: SaveContext,
  operator: string,
  { page, line, mayCreateType }: RecordChange,
): Promise<number> {
  if (page.kind !== 'kit') return insertRecord(transaction, page.kind, line);
  const references = await resolveReferences({ db: transaction, index }, line, mayCreateType);
  const id = await insertKit(transaction, line, references);
  await auditCreated(transaction, operator, references.created);
  return id;
}

async function update(
  transaction: Database,
  { index }: SaveContext,
  operator: string,
  id: number,
  { page, line, mayCreateType }: RecordChange,
): Promise<void> {
  if (page.kind !== 'kit') return updateRecord(transaction, page.kind, id, line);
  const references = await resolveReferences({ db: transaction, index }, line, mayCreateType);
  await updateKit(transaction, id, line, references);
  await auditCreated(transaction, operator, references.created);
}

async function auditCreated(
  transaction: Database,
  operator: string,
  created: Awaited<ReturnType<typeof resolveReferences>>['created'],
): Promise<void> {
  for (const { after, ...subject } of created) {
    await insertAuditEntry(transaction, {
      operator,
      action: 'create',
      ...subject,
      after: withoutKind(after),
    });
  }
}

/** Imports continue to know a club or kit by the slug that it had. */
async function keepFormerSlug(
  transaction: Database,
  page: KindPage,
  { id, line: { slug: before }, former_slugs: slugs }: StoredRecord,
  line: FullLine,
): Promise<void> {
  if (page.kind !== 'club' && page.kind !== 'kit') return;
  await refuseFormerSlug(transaction, page.kind, line, id);
  const kept = slugs.filter((slug) => slug !== line['slug']);
  await setFormerSlugs(transaction, page, id, [...kept, String(before)]);
}

/** A slug must identify one record, or imports would be ambiguous. A record may get a former one of its own again. */
async function refuseFormerSlug(
  transaction: Database,
  kind: 'club' | 'kit',
  line: FullLine,
  ownId?: number,
): Promise<void> {
  const owner = await findByFormerSlug(transaction, kind, line['slug']);
  if (!owner || owner.id === ownId) return;
  throw new FormRefused({
    slug: `The slug stands for ${owner.name} (${owner.slug}), which had it before, or which a ${kind} that had it was merged into.`,
  });
}

/** In a complete line, missing and null fields are equal. */
function isSame(one: FullLine, other: FullLine): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isDeepStrictEqual(one[name] ?? null, other[name] ?? null));
}

const CREATED_MEANWHILE = 'Somebody else has just created the same season or kit type. Save again.';

function findUniqueViolation(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return undefined;
  return 'constraint' in error ? String(error.constraint) : '';
}
