import {
  insertAuditRow,
  type AuditEntry as Entry,
  type AuditRow as Row,
} from '@kitroom/server/audit/audit-queries';
import type { Database } from '@kitroom/server/database/database';

/** Null for a rejected sign-in with an unknown name. */
interface ByOperator {
  operator: string | null;
}

export type AuditEntry = Entry & ByOperator;

export type AuditRow = Row & ByOperator;

/** Pass the transaction of the change, so that both are committed or neither is. */
export function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  return insertAuditRow(db, { ...entry });
}
