import { auditTable as table, type AuditView } from '@kitroom/server/audit/audit-pages';
import { html, type Html } from '@kitroom/server/pages/html';
import { ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';

export const AUDIT_VIEW: AuditView<AuditRow> = { actor: ({ actor }) => actor, subject };

export function auditTable(rows: readonly AuditRow[]): Html {
  return table(rows, AUDIT_VIEW);
}

function subject({ subject: kind, subject_id: id, label, owner_id: ownerId }: AuditRow): Html {
  const name = label ?? id ?? '';
  const isUser = ['user', 'token', 'sign-in'].includes(kind);
  return html`${kind} ${isUser && id !== null ? html`<a href="${ADMIN_ROOT}/users/${id}">${name}</a>` : name}
  ${
    !isUser &&
    ownerId !== null &&
    html`<br /><a class="quiet" href="${ADMIN_ROOT}/users/${ownerId}">Its owner</a>`
  }`;
}
