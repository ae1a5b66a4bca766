import {
  insertAuditRow,
  type AuditEntry as Entry,
  type AuditRow as Row,
} from '@kitroom/server/audit/audit-queries';
import type { Database } from '@kitroom/server/database/database';

/** The actor of a sign-in attempt, whose name is unknown. It is not a valid username. */
export const UNKNOWN_ACTOR = { id: null, username: '(unknown)' } as const;

/** The actor of operator commands. It is not a valid username. */
export const COMMAND_LINE_ACTOR = { id: null, username: '(command line)' } as const;

/** A change made by staff or an operator, or a sign-in. */
export interface AuditEntry extends Entry {
  actor: { id: number | null; username: string };
  /** The account of the subject's owner; the entry is deleted with it. */
  ownerId?: number;
}

export interface AuditRow extends Row {
  actor: string;
  owner_id: number | null;
}

/** The subject fields of an entry about a user's account. */
export function onUser({ id, username }: { id: number; username: string }) {
  return { subject: 'user', subjectId: id, label: username, ownerId: id };
}

/** Writes an entry; pass the transaction of the change, so that both commit together. */
export function insertAuditEntry(db: Database, { actor, ownerId, ...entry }: AuditEntry): Promise<void> {
  return insertAuditRow(db, { ...entry, actor_id: actor.id, actor: actor.username, owner_id: ownerId });
}

/** Staff actions on a user's data, without the actor, for the user's export. */
export async function listActionsOnUser(
  db: Database,
  userId: number,
): Promise<Array<Pick<AuditRow, 'at' | 'action' | 'subject' | 'label' | 'before' | 'after'>>> {
  return db<AuditRow>('audit_log')
    .where({ owner_id: userId })
    .whereNot({ subject: 'sign-in' })
    .orderBy('id')
    .select('at', 'action', 'subject', 'label', 'before', 'after');
}
