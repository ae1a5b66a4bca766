import type { Database } from '../database/database.ts';
import type { Field, FormValues } from '../pages/form.ts';
import { html, type Html } from '../pages/html.ts';
import type { Page } from '../pages/layout.ts';
import { listPage } from '../pages/list-page.ts';
import { readList } from '../pages/list-queries.ts';
import { showChanges } from '../pages/show-changes.ts';
import { time } from '../pages/show-time.ts';
import { table, type Column } from '../pages/table.ts';
import { showDashboard, type Dashboard } from './dashboard.ts';
import { auditList, type AuditRow } from './audit-queries.ts';

/** How a service displays audit entries. */
export interface AuditView<Row extends AuditRow> {
  /** The user or operator; null if unknown. */
  actor(row: Row): string | null;
  /** What was changed, linked to its page if it has one. */
  subject(row: Row): Html;
}

export function auditTable<Row extends AuditRow>(rows: readonly Row[], view: AuditView<Row>): Html {
  return table({
    caption: 'Changes, newest first',
    columns: toColumns(view),
    rows,
    empty: NOTHING,
  });
}

const NOTHING = 'Nothing was changed yet.';

function toColumns<Row extends AuditRow>(view: AuditView<Row>): Array<Column<Row>> {
  return [
    { label: 'When', sort: 'when', cell: ({ at }) => time(at) },
    { label: 'Who', cell: (row) => view.actor(row) ?? html`<span class="quiet">unknown</span>` },
    { label: 'Did', cell: ({ action }) => action, keepsWords: true },
    { label: 'What', cell: (row) => view.subject(row) },
    { label: 'Change', cell: ({ before, after }) => showChanges(before, after) },
  ];
}

/** The audit log page, with filters for kind, record id, action and actor. */
export function auditPage<Row extends AuditRow>(options: {
  db: Database;
  note: string;
  path: string;
  query: FormValues;
  /** The kinds of records to choose from. */
  subjects: NonNullable<Field['choices']>;
  /** The column of who acted, and the name of its filter. */
  actorField: string;
  view: AuditView<Row>;
}): Promise<Page> {
  const { db, note, path, query, subjects, actorField, view } = options;
  return listPage<Row>({
    title: 'Audit log',
    note,
    path,
    query,
    fields: [
      {
        name: 'subject',
        label: 'Kind',
        type: 'choice',
        choices: [{ value: '', label: 'everything' }, ...subjects],
      },
      { name: 'id', label: 'Number' },
      { name: actorField, label: 'Who' },
      { name: 'action', label: 'Did' },
    ],
    columns: toColumns(view),
    sort: '-when',
    many: 'entries',
    empty: NOTHING,
    read: (request) => readList<Row>(db, auditList(actorField), request),
  });
}

/** The start page of an admin interface: record counts and the latest changes. */
export function overviewPage<Row>(options: {
  figures: ReadonlyArray<{ href: string; label: string; count: number }>;
  changes: readonly Row[];
  show(rows: readonly Row[]): Html;
  auditPath: string;
  dashboard: Dashboard;
}): Page {
  const { figures, changes, show, auditPath, dashboard } = options;
  return {
    title: 'Overview',
    body: html`<ul class="figures">
        ${figures.map(
          ({ href, label, count }) =>
            html`<li>
              <a href="${href}"><strong>${count.toLocaleString('en')}</strong> ${label}</a>
            </li>`,
        )}
      </ul>
      ${showDashboard(dashboard)}
      <h2>Latest changes</h2>
      ${show(changes)} ${changes.length > 0 && html`<p><a href="${auditPath}">All changes</a></p>`}`,
  };
}
