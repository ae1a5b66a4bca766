import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../pages/form.ts';
import { html, type Html } from '../pages/html.ts';
import type { Resource } from '../pages/resource.ts';
import { table, time, type Column } from '../pages/table.ts';
import { auditList, type AuditRow } from './audit-queries.ts';

/** How a service displays audit entries. */
export interface AuditView<Row extends AuditRow> {
  /** The user or operator; null if unknown. */
  actor(row: Row): string | null;
  /** The changed record, linked to its page if it has one. */
  subject(row: Row): Html;
  /** The column with the actor, which is also the name of its filter. */
  actorField: string;
  /** The kinds of records to choose from. */
  subjects: NonNullable<Field['choices']>;
  /** A sentence above the list. */
  note: string;
}

export function auditTable<Row extends AuditRow>(rows: readonly Row[], view: AuditView<Row>): Html {
  return table({
    caption: 'Changes, newest first',
    columns: toColumns(view),
    rows,
    empty: 'Nothing was changed on these pages yet.',
  });
}

function toColumns<Row extends AuditRow>(view: AuditView<Row>): Array<Column<Row>> {
  return [
    { label: 'When', sort: 'when', cell: ({ at }) => time(at) },
    { label: 'Who', cell: (row) => view.actor(row) ?? html`<span class="quiet">unknown</span>` },
    { label: 'Action', cell: ({ action }) => action, keepsWords: true },
    { label: 'What', cell: (row) => view.subject(row) },
    { label: 'Change', cell: ({ before, after }) => showChanges(before, after) },
  ];
}

/** The audit log, with filters for kind, record id, action and actor. */
export function auditResource<Row extends AuditRow, Visitor>(view: AuditView<Row>): Resource<Row, Visitor> {
  const { actorField, subjects, note } = view;
  return {
    path: '/audit-log',
    title: 'Audit log',
    singular: 'entry',
    plural: 'entries',
    source: auditList(actorField),
    nameOf: ({ id }) => `entry ${id}`,
    filters: [
      {
        name: 'subject',
        label: 'Kind',
        type: 'choice',
        choices: [{ value: '', label: 'everything' }, ...subjects],
      },
      { name: 'id', label: 'Id' },
      { name: actorField, label: 'Who' },
      { name: 'action', label: 'Action' },
    ],
    columns: () => toColumns(view),
    sort: '-when',
    note: () => note,
  };
}

const SHOWN_CHARACTERS = 160;

/** A record before or after a change: displayed values by column. */
type Snapshot = Readonly<Record<string, unknown>> | null;

/** The fields that changed; for created or deleted records, all that had a value. */
function showChanges(before: Snapshot, after: Snapshot): Html {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = names.filter((name) => !isDeepStrictEqual(before?.[name] ?? null, after?.[name] ?? null));
  const lines = differing.map((name) => {
    const [old, now] = [show(before?.[name]), show(after?.[name])];
    return html`<div>
      <span class="quiet">${name}</span> ${old !== undefined && html`<del>${old}</del>`}
      ${old !== undefined && now !== undefined && '→'} ${now !== undefined && html`<ins>${now}</ins>`}
    </div>`;
  });
  if (lines.length === 0) return html``;
  if ((before && after) || lines.length === 1) return html`<div class="changes">${lines}</div>`;
  return html`<details class="changes">
    <summary>${differing.length} fields</summary>
    ${lines}
  </details>`;
}

function show(value: unknown): string | undefined {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
