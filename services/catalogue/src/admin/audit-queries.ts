import {
  insertAuditRow,
  type AuditEntry as Entry,
  type AuditRow as Row,
} from '@kitroom/server/audit/audit-queries';
import type { Database } from '@kitroom/server/database/database';

/** Null for a refused sign-in under a name that is nobody's. */
interface ByOperator {
  operator: string | null;
}

/** A change that an operator made, or a sign-in. */
export type AuditEntry = Entry & ByOperator;

/** An entry as it is stored. */
export type AuditRow = Row & ByOperator;

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
export function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  return insertAuditRow(db, { ...entry });
}
