import { html, type Html } from '@kitroom/server/pages/html';
import { showChanges } from '@kitroom/server/pages/show-changes';
import { table } from '@kitroom/server/pages/table';
import type { AuditRow } from './audit-queries.ts';
import { ADMIN_ROOT } from './operator-session.ts';
import { KIND_PAGES } from './records/kind-pages.ts';
import { time } from '@kitroom/server/pages/show-time';

/** Changes with who made them, when, and what was before and after. */
export function auditTable(rows: readonly AuditRow[]): Html {
  return table({
    caption: 'Changes, newest first',
    columns: [
      { label: 'When', cell: ({ at }) => time(at) },
      { label: 'Who', cell: ({ operator }) => operator ?? html`<span class="quiet">unknown</span>` },
      { label: 'Did', cell: ({ action }) => action, keepsWords: true },
      { label: 'What', cell: subject },
      { label: 'Change', cell: ({ before, after }) => showChanges(before, after) },
    ],
    rows,
    empty: 'Nothing was changed yet.',
  });
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
