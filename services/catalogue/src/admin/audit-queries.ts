import { query, type Database } from '@kitroom/server/database/database';

/** A change that an operator made, or a sign-in. */
export interface AuditEntry {
  /** Null for a refused sign-in under a name that is nobody's. */
  operator: string | null;
  /** create, edit, delete, merge, revoke, retry, cancel, empty, sign in, refused sign-in */
  action: string;
  /** club, kit, api_key, scrape, cache, session … */
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
  operator: string | null;
  action: string;
  subject: string;
  subject_id: string | null;
  label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Which entries are asked for; what is absent does not narrow. */
export interface AuditFilter {
  subject?: string | undefined;
  subjectId?: string | undefined;
  operator?: string | undefined;
  /** Without sign-ins. */
  changesOnly?: boolean;
}

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  const { operator, action, subject, subjectId, label, before, after } = entry;
  await query(
    db,
    `insert into audit_log (operator, action, subject, subject_id, label, before, after)
     values (?, ?, ?, ?, ?, ?, ?)`,
    [
      operator,
      action,
      subject,
      subjectId === undefined ? null : String(subjectId),
      label ?? null,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
    ],
  );
}

/** Entries, newest first. */
export function listAuditEntries(
  db: Database,
  { subject, subjectId, operator, changesOnly = false }: AuditFilter,
  rows: { limit: number; offset: number },
): Promise<AuditRow[]> {
  return query<AuditRow>(
    db,
    `
    select id, at, operator, action, subject, subject_id, label, before, after
    from audit_log
    where (?::text is null or subject = ?) and (?::text is null or subject_id = ?)
      and (?::text is null or strpos(lower(operator), lower(?)) > 0)
      and (not ?::boolean or subject <> 'session')
    order by id desc
    limit ? offset ?
    `,
    [
      ...[subject, subject, subjectId, subjectId, operator, operator].map((value) => value ?? null),
      changesOnly,
      rows.limit,
      rows.offset,
    ],
  );
}
