import { auditResource, type AuditView } from '@kitroom/server/audit/audit-pages';
import {
  insertAuditRow,
  type AuditEntry as Entry,
  type AuditRow as Row,
} from '@kitroom/server/audit/audit-queries';
import type { Database } from '@kitroom/server/database/database';
import { html, type Html } from '@kitroom/server/pages/html';
import { ADMIN_ROOT, listHref, type Resource } from '@kitroom/server/pages/resource';
import type { Operator } from './operator-session.ts';
import { DECLARED_KINDS } from './records/kinds.ts';

/** The operator who acted; null for a rejected sign-in with an unknown name. */
type ByOperator = { operator: string | null };

type AuditRow = Row & ByOperator;

/** How the entries are displayed. */
export const AUDIT_VIEW: AuditView<AuditRow> = {
  actorField: 'operator',
  actor: ({ operator }) => operator,
  subject: describeSubject,
  note: 'Changes made through these pages, and sign-ins. Changes by imports and commands are not included. Times are in UTC.',
  subjects: [
    ...DECLARED_KINDS.map(({ kind, singular }) => ({ value: kind, label: singular })),
    { value: 'api_key', label: 'API key' },
    { value: 'scrape', label: 'scrape' },
    { value: 'import', label: 'import' },
    { value: 'cache', label: 'cache' },
    { value: 'session', label: 'sign-in' },
  ],
};

export const AUDIT_LOG: Resource<AuditRow, Operator> = auditResource(AUDIT_VIEW);

/** Adds an entry. Pass the transaction of the change, so that both are committed together. */
export function insertAuditEntry(db: Database, entry: Entry & ByOperator): Promise<void> {
  return insertAuditRow(db, { ...entry });
}

function describeSubject({ subject: kind, subject_id: id, label }: AuditRow): Html {
  const declared = DECLARED_KINDS.find((declaration) => declaration.kind === kind);
  const name = label ?? id ?? '';
  return html`${kind.replace('_', ' ')}
  ${declared && id !== null ? html`<a href="${listHref(declared)}/${id}">${name}</a>` : name}
  ${
    id !== null &&
    html`<br /><a class="quiet" href="${ADMIN_ROOT}/audit-log?subject=${kind}&amp;id=${id}"
        >History<span class="unseen"> of ${kind.replace('_', ' ')} ${name}</span></a
      >`
  }`;
}
