import { IMPORT_ROW_STATUSES, type Import, type ImportRowStatus } from '@kitroom/collection-client';
import { buttonForm, form, type FormErrors } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import { pager } from '@kitroom/server/pages/pager';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { listRowPage } from '../imports/import-row-queries.ts';
import { showRow } from '../imports/import-view.ts';
import {
  countLine,
  mappingFields,
  mappingValues,
  pathOf,
  progressBar,
  rowTable,
} from './import-page-parts.ts';

type Request = PageRequest<UserRow>;

/** What the body of an import's page is made of. */
interface Shown {
  context: Pick<Context, 'db'>;
  request: Request;
  record: Import;
  errors: FormErrors;
}

const ROWS = 20;

/** What an import's page shows and offers in each state. */
export function importBody(shown: Shown): Html | Promise<Html> {
  switch (shown.record.status) {
    case 'reading':
    case 'applying':
    case 'undoing':
      return progressBar(shown.record);
    case 'failed':
      return html`<p>The import failed. ${shown.record.error}</p>
        <p>${button(shown, 'remove', 'Forget it')}</p>`;
    case 'review':
      return reviewBody(shown);
    case 'done':
      return doneBody(shown);
    case 'undone':
      return undoneBody(shown);
  }
}

async function reviewBody(shown: Shown): Promise<Html> {
  const { record, request, errors } = shown;
  const { csrf } = request;
  return html`<p>${countLine(record)}.</p>
    <p>
      ${button(shown, 'apply', `Add ${record.counts.new}, update ${record.counts.update}`)}
      ${button(shown, 'remove', 'Abandon it', 'danger')}
    </p>
    ${await rowSection(shown)}
    <h2>Columns and options</h2>
    ${form({ action: `${pathOf(record)}/mapping`, csrf, fields: mappingFields(record), values: mappingValues(record), errors, submit: 'Read the rows anew' })}`;
}

async function doneBody(shown: Shown): Promise<Html> {
  const { record } = shown;
  return html`<p>${countLine(record)}.</p>
    <p>
      ${button(shown, 'undo', 'Undo the import', 'danger')} ${button(shown, 'remove', 'Forget it')}
      <a class="button" href="/api/imports/${record.id}/failed.csv">Rows that were not taken</a>
    </p>
    ${await rowSection(shown)}`;
}

function undoneBody(shown: Shown): Html {
  const { undone = 0, kept = [] } = shown.record.undo ?? {};
  return html`<p>${undone} rows were undone.</p>
    ${
      kept.length > 0 &&
      html`<p>You have changed these items since, so they were kept:</p>
        <ul>
          ${kept.map(({ name }) => html`<li>${name}</li>`)}
        </ul>`
    }
    <p>${button(shown, 'remove', 'Forget it')}</p>`;
}

function button({ request, record }: Shown, action: string, label: string, tone?: 'danger'): Html {
  const { csrf } = request;
  return buttonForm({ action: `${pathOf(record)}/${action}`, csrf, label, ...(tone && { tone }) });
}

async function rowSection({ context, request, record }: Shown): Promise<Html> {
  const { query, csrf } = request;
  const status = IMPORT_ROW_STATUSES.find((one) => one === query['status']);
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(query['page'] ?? '1')?.[0] ?? 1));
  const found = await listRowPage(context.db, record.id, status, { page, size: ROWS });
  const href = (filter?: ImportRowStatus) =>
    `${pathOf(record)}${filter === undefined ? '' : `?${new URLSearchParams({ status: filter })}`}`;
  const filters = IMPORT_ROW_STATUSES.filter((one) => record.counts[one] > 0);
  return html`<h2>Rows</h2>
    <p>
      <a href="${href()}">all</a>
      ${filters.map((one) => html` · <a href="${href(one)}">${one}</a>`)}
    </p>
    ${rowTable(
      record,
      found.rows.map((row) => showRow(row, record)),
      csrf,
    )}
    ${pager({
      page,
      total: found.count,
      size: ROWS,
      path: pathOf(record),
      kept: status ? { status } : {},
    })}`;
}
