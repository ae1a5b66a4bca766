import {
  insertAuditRow,
  type AuditEntry as Entry,
  type AuditRow as Row,
} from '@kitroom/server/audit/audit-queries';
import { query, type Database } from '@kitroom/server/database/database';

/** What no username can be: who tries to sign in is not known. */
export const UNKNOWN_ACTOR = { id: null, username: '(unknown)' } as const;

/** Whoever runs the operator's commands: no username can be that. */
export const COMMAND_LINE_ACTOR = { id: null, username: '(command line)' } as const;

/** A change that a member of staff or an operator has made, or a sign-in. */
export interface AuditEntry extends Entry {
  actor: { id: number | null; username: string };
  /** Whose it is: the entry goes with that account. */
  ownerId?: number;
}

/** An entry as it is stored. */
export interface AuditRow extends Row {
  actor: string;
  owner_id: number | null;
}

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
export function insertAuditEntry(db: Database, { actor, ownerId, ...entry }: AuditEntry): Promise<void> {
  return insertAuditRow(db, { ...entry, actor_id: actor.id, actor: actor.username, owner_id: ownerId });
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
