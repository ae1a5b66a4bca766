import { auditTable as table, type AuditView } from '@kitroom/server/audit/audit-pages';
import { html, type Html } from '@kitroom/server/pages/html';
import type { AuditRow } from './audit-queries.ts';
import { ADMIN_ROOT } from './operator-session.ts';
import { KIND_PAGES } from './records/kind-pages.ts';

export const AUDIT_VIEW: AuditView<AuditRow> = { actor: ({ operator }) => operator, subject };

export function auditTable(rows: readonly AuditRow[]): Html {
  return table(rows, AUDIT_VIEW);
}

function subject({ subject: kind, subject_id: id, label }: AuditRow): Html {
  const page = KIND_PAGES.find((one) => one.kind === kind);
  const name = label ?? id ?? '';
  return html`${kind.replace('_', ' ')}
  ${page && id !== null ? html`<a href="${page.path}/${id}">${name}</a>` : name}
  ${
    id !== null &&
    html`<br /><a class="quiet" href="${ADMIN_ROOT}/audit-log?subject=${kind}&amp;id=${id}"
        >History<span class="unseen"> of ${kind.replace('_', ' ')} ${name}</span></a
      >`
  }`;
}
