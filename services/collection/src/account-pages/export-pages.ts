import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/show-time';
import { table } from '@kitroom/server/pages/table';
import { EXPORT_HOURS } from '@kitroom/collection-client';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { listExports, type ExportRow } from '../exports/export-queries.ts';
import { startExport } from '../exports/start-export.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';

/** Where a collection is exported. */
export const EXPORT_PAGE_PATH = `${ACCOUNTS_ROOT}/data/export`;

const TABLE = '/api/collections/me/items.csv?bom=true';
const LINES = '/api/collections/me/items.ndjson';

/** The page to export one's collection. */
export function exportPageRoutes(
  context: Pick<Context, 'db' | 'log' | 'storage'>,
): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/data/export',
      answer: async (request) => exportPage(request, await listExports(context.db, request.visitor.id)),
    },
    {
      method: 'POST',
      path: '/data/export',
      async answer({ visitor }) {
        await startExport(context, visitor.id);
        const text = 'The export is being made. Reload this page to see how far it is.';
        return { to: EXPORT_PAGE_PATH, flash: { kind: 'done', text } };
      },
    },
  ];
}

function exportPage({ csrf }: PageRequest<UserRow>, rows: readonly ExportRow[]): Page {
  const isActive = rows.some(({ status }) => status === 'waiting' || status === 'running');
  return {
    title: 'Export the collection',
    trail: [{ href: `${ACCOUNTS_ROOT}/data`, label: 'Your data' }],
    body: html`
      <h2>Everything, with photos</h2>
      <p>
        A ZIP of all items with what only you see, the history of their value, and the original photos. It is
        kept for ${EXPORT_HOURS} hours.
      </p>
      ${
        isActive
          ? html`<p><a class="button" href="${EXPORT_PAGE_PATH}">Reload</a></p>`
          : html`<p>${buttonForm({ action: EXPORT_PAGE_PATH, csrf, label: 'Make an export' })}</p>`
      }
      ${table({
        caption: 'Your exports, newest first. Times are UTC.',
        rows,
        empty: 'There are none.',
        columns: [
          { label: 'Begun', cell: (row) => time(row.created_at) },
          { label: 'State', cell: state },
          { label: 'Kept until', cell: ({ expires_at: at }) => (at ? time(at) : '–') },
          { label: 'File', cell: fileLink },
        ],
      })}
      <h2>A table</h2>
      <p>The items that are no drafts, without photos.</p>
      <p>
        <a class="button" href="${TABLE}">CSV, for spreadsheets</a>
        <a class="button" href="${LINES}">NDJSON, for programs</a>
      </p>
    `,
  };
}

function state({ status, items_done: done, items_total: total }: ExportRow): string {
  if (status === 'waiting') return 'waiting';
  if (status === 'running') return `${done} of ${total} items`;
  return status === 'done' ? `done, ${total} items` : 'failed; make another one';
}

function fileLink({ id, file_key: key, bytes }: ExportRow): Html {
  if (key === null || bytes === null) return html`–`;
  return html`<a href="/api/exports/${id}/file/">Download</a> (${toMegabytes(bytes)})`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
