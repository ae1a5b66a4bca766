import type { Database } from '../database/database.ts';

/** A change that somebody made, or a sign-in. The service adds its own columns: who it was, and whose it is. */
export interface AuditEntry {
  /** A verb: create, delete, retry, sign in … */
  action: string;
  /** What kind of thing: user, club, job … */
  subject: string;
  subjectId?: number | string;
  /** What people call it. */
  label?: string;
  before?: object;
  after?: object;
}

/** An entry as it is stored. */
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

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
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

/** Which entries are asked for; what is undefined does not narrow. */
export interface AuditFilter {
  /** Values of columns. */
  equal?: Readonly<Record<string, string | number | undefined>>;
  /** A text that a column contains, in any case. */
  contains?: { column: string; text: string | undefined };
  /** Entries of this kind of thing are left out. */
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
