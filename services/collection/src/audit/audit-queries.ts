import { query, type Database } from '@kitroom/server/database/database';

/** What no username can be: who tries to sign in is not known. */
export const UNKNOWN_ACTOR = { id: null, username: '(unknown)' } as const;

/** Whoever runs the operator's commands: no username can be that. */
export const COMMAND_LINE_ACTOR = { id: null, username: '(command line)' } as const;

/** A change that a member of staff or an operator has made, or a sign-in. */
export interface AuditEntry {
  actor: { id: number | null; username: string };
  /** verify, make staff, unmake staff, block, unblock, delete, retry, cancel, set password, sign in, sign-in refused */
  action: string;
  /** user, token, item, photo, job, mail, sign-in */
  subject: string;
  subjectId?: number | string;
  /** What people call it. */
  label?: string;
  /** Whose it is: the entry goes with that account. */
  ownerId?: number;
  before?: object;
  after?: object;
}

/** An entry as it is stored. */
export interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  subject_id: string | null;
  label: string | null;
  owner_id: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Which entries are asked for; what is absent does not narrow. */
export interface AuditFilter {
  subject?: string | undefined;
  subjectId?: string | undefined;
  actor?: string | undefined;
  ownerId?: number | undefined;
}

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, subjectId, label, ownerId, before, after } = entry;
  await query(
    db,
    `insert into audit_log (actor_id, actor, action, subject, subject_id, label, owner_id, before, after)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      actor.id,
      actor.username,
      action,
      subject,
      subjectId === undefined ? null : String(subjectId),
      label ?? null,
      ownerId ?? null,
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
    ],
  );
}

/** Entries, newest first. */
export function listAuditEntries(
  db: Database,
  { subject, subjectId, actor, ownerId }: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<AuditRow[]> {
  const given = [subject, subject, subjectId, subjectId, actor, actor, ownerId, ownerId];
  return query<AuditRow>(
    db,
    `
    select id, at, actor, action, subject, subject_id, label, owner_id, before, after
    from audit_log
    where (?::text is null or subject = ?) and (?::text is null or subject_id = ?)
      and (?::text is null or strpos(lower(actor), lower(?)) > 0)
      and (?::integer is null or owner_id = ?)
    order by id desc
    limit ? offset ?
    `,
    [...given.map((value) => value ?? null), limit, offset],
  );
}

/** What staff have changed of a user's, without who it was, for the user's own eyes. */
export function listActionsOnUser(
  db: Database,
  userId: number,
): Promise<Array<Pick<AuditRow, 'at' | 'action' | 'subject' | 'label' | 'before' | 'after'>>> {
  return query(
    db,
    `select at, action, subject, label, before, after from audit_log
     where owner_id = ? and subject <> 'sign-in' order by id`,
    [userId],
  );
}
