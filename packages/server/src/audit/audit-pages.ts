import type { Field, FormValues } from '../pages/form.ts';
import { html, type Html } from '../pages/html.ts';
import type { Page } from '../pages/layout.ts';
import { listPage, type Wanted } from '../pages/list-page.ts';
import { showChanges } from '../pages/show-changes.ts';
import { time } from '../pages/show-time.ts';
import { table } from '../pages/table.ts';
import type { AuditRow } from './audit-queries.ts';

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
    columns: [
      { label: 'When', cell: ({ at }) => time(at) },
      { label: 'Who', cell: (row) => view.actor(row) ?? html`<span class="quiet">unknown</span>` },
      { label: 'Did', cell: ({ action }) => action, keepsWords: true },
      { label: 'What', cell: (row) => view.subject(row) },
      { label: 'Change', cell: ({ before, after }) => showChanges(before, after) },
    ],
    rows,
    empty: 'Nothing was changed yet.',
  });
}

/** The audit log page, with filters for kind, record id and actor. */
export function auditPage<Row>(options: {
  note: string;
  path: string;
  query: FormValues;
  /** The kinds of records to choose from. */
  subjects: NonNullable<Field['choices']>;
  /** The name of the filter field for the actor. */
  actorField: string;
  list(wanted: Wanted, part: { limit: number; offset: number }): Promise<Row[]>;
  show(rows: readonly Row[]): Html;
}): Promise<Page> {
  const { subjects, actorField, ...rest } = options;
  return listPage({
    ...rest,
    title: 'Audit log',
    fields: [
      {
        name: 'subject',
        label: 'Kind',
        type: 'choice',
        choices: [{ value: '', label: 'everything' }, ...subjects],
      },
      { name: 'id', label: 'Number' },
      { name: actorField, label: 'Who' },
    ],
  });
}

/** The start page of an admin interface: record counts and the latest changes. */
export function overviewPage<Row>(options: {
  figures: ReadonlyArray<{ href: string; label: string; count: number }>;
  changes: readonly Row[];
  show(rows: readonly Row[]): Html;
  auditPath: string;
}): Page {
  const { figures, changes, show, auditPath } = options;
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
      <h2>Latest changes</h2>
      ${show(changes)} ${changes.length > 0 && html`<p><a href="${auditPath}">All changes</a></p>`}`,
  };
}
