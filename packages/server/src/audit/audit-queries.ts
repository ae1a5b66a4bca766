import type { Database } from '../database/database.ts';

/** A change or a sign-in. Services add columns for the actor and owner. */
export interface AuditEntry {
  /** A verb: create, delete, retry, sign in … */
  action: string;
  /** The kind of record: user, club, job … */
  subject: string;
  subjectId?: number | string;
  /** The record's display name. */
  label?: string;
  before?: object;
  after?: object;
}

export interface AuditRow {
  id: number;
  at: Date;
  action: string;
  subject: string;
  subject_id: string | null;
  label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Inserts an entry. Pass the transaction of the change, so that both are committed or neither is. */
export async function insertAuditRow(
  db: Database,
  { subjectId, before, after, ...columns }: AuditEntry & Readonly<Record<string, unknown>>,
): Promise<void> {
  await db('audit_log').insert({
    ...columns,
    subject_id: subjectId === undefined ? null : String(subjectId),
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  });
}

/** Filters; undefined ones are ignored. */
export interface AuditFilter {
  /** Column values to match. */
  equal?: Readonly<Record<string, string | number | undefined>>;
  /** A text that a column must contain, ignoring case. */
  contains?: { column: string; text: string | undefined };
  /** A kind of record to exclude. */
  except?: string | undefined;
}

/** Lists entries, newest first. */
export function listAuditRows<Row extends AuditRow>(
  db: Database,
  { equal = {}, contains, except }: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Row[]> {
  const given = Object.entries(equal).filter(([, value]) => value !== undefined);
  const rows = db('audit_log').select('*').where(Object.fromEntries(given));
  if (contains?.text !== undefined) {
    void rows.whereRaw('strpos(lower(??), lower(?)) > 0', [contains.column, contains.text]);
  }
  if (except !== undefined) void rows.whereNot('subject', except);
  return rows.orderBy('id', 'desc').limit(limit).offset(offset);
}
