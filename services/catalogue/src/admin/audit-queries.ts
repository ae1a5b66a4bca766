import {
  insertAuditRow,
  listAuditRows,
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

/** Which entries are asked for; what is absent does not narrow. */
export interface AuditFilter {
  subject?: string | undefined;
  subjectId?: string | undefined;
  operator?: string | undefined;
  /** Without sign-ins. */
  changesOnly?: boolean;
}

/** Writes an entry; give it the transaction of the change, so that there is none without the other. */
export function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  return insertAuditRow(db, { ...entry });
}

/** Entries, newest first. */
export function listAuditEntries(
  db: Database,
  { subject, subjectId, operator, changesOnly = false }: AuditFilter,
  part: { limit: number; offset?: number },
): Promise<AuditRow[]> {
  const filter = {
    equal: { subject, subject_id: subjectId },
    contains: { column: 'operator', text: operator },
    except: changesOnly ? 'session' : undefined,
  };
  return listAuditRows(db, filter, part);
}
