import { html, type Html } from '@kitroom/server/pages/html';
import { showChanges } from '@kitroom/server/pages/show-changes';
import { time } from '@kitroom/server/pages/show-time';
import { table } from '@kitroom/server/pages/table';
import { ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';

/** Changes and sign-ins: who, when, what, before and after. */
export function auditTable(rows: readonly AuditRow[]): Html {
  return table({
    caption: 'Changes, newest first',
    columns: [
      { label: 'When', cell: ({ at }) => time(at) },
      { label: 'Who', cell: ({ actor }) => actor },
      { label: 'Did', cell: ({ action }) => action, keepsWords: true },
      { label: 'What', cell: subject },
      { label: 'Change', cell: ({ before, after }) => showChanges(before, after) },
    ],
    rows,
    empty: 'Nothing was changed yet.',
  });
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
