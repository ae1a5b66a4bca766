import {
  IMPORT_ROW_STATUSES,
  IMPORT_ZIP_BYTES_MAX,
  patchImport,
  resolveImport,
  type Import,
  type ImportRowStatus,
} from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { buttonForm, form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/show-time';
import { pager } from '@kitroom/server/pages/pager';
import { table } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import {
  getImport,
  removeImport,
  resolveName,
  reviseImport,
  startFileImport,
  startWork,
} from '../imports/change-import.ts';
import { listImportRecords } from '../imports/import-queries.ts';
import { listRowPage } from '../imports/import-row-queries.ts';
import { showImport, showImports, showRow } from '../imports/import-view.ts';
import { invalidFields } from '../invalid-input.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import {
  countLine,
  IMPORT_PAGE_PATH,
  mappingFields,
  mappingValues,
  pathOf,
  progressBar,
  rowTable,
  STATUS_WORDS,
} from './import-page-parts.ts';
import { answerForm, readForm } from './read-form.ts';

type Request = PageRequest<UserRow>;

const FILE: Field = {
  name: 'file',
  label: 'A file',
  type: 'file',
  accept: '.csv,.xlsx,.ndjson,.zip,.txt,.tsv',
  hint: 'CSV, XLSX or NDJSON of at most 50 MiB, or the ZIP of an export. Nothing is added before you say so.',
};
const ROWS = 20;
const LISTED = 50;

/** The wizard: choose a file, map columns, look at the rows, apply, undo. */
export function importPageRoutes(context: Context): Array<PageRoute<UserRow>> {
  const keyOf = ({ params, visitor }: Request) => ({ id: toId(params['id']), userId: visitor.id });

  async function act(request: Request, change: () => Promise<unknown>): Promise<Redirect> {
    await change();
    return { to: pathOf(keyOf(request)) };
  }

  return [
    { method: 'GET', path: '/data/import', answer: (request) => startPage(context, request) },
    {
      method: 'POST',
      path: '/data/import',
      file: FILE.name,
      fileBytesMax: IMPORT_ZIP_BYTES_MAX,
      answer: (request) =>
        answerForm(
          [FILE],
          async () => {
            if (!request.file) throw invalidFields({ file: ['Choose a file.'] });
            return { to: pathOf(await startFileImport(context, request.visitor.id, request.file)) };
          },
          (errors) => startPage(context, request, errors),
        ),
    },
    {
      method: 'GET',
      path: '/data/import/:id',
      answer: (request) => importPage(context, request, keyOf(request)),
    },
    {
      method: 'POST',
      path: '/data/import/:id/mapping',
      answer: (request) => changeMapping(context, request, keyOf(request)),
    },
    {
      method: 'POST',
      path: '/data/import/:id/resolve',
      answer: (request) =>
        act(request, async () => {
          const sent = { ...request.form, id: Number(request.form['id']) };
          return resolveName(context, keyOf(request), await readForm(resolveImport, sent));
        }),
    },
    {
      method: 'POST',
      path: '/data/import/:id/apply',
      answer: (request) =>
        act(request, () => startWork(context, keyOf(request), { from: 'review', to: 'applying' })),
    },
    {
      method: 'POST',
      path: '/data/import/:id/undo',
      answer: (request) =>
        act(request, () => startWork(context, keyOf(request), { from: 'done', to: 'undoing' })),
    },
    {
      method: 'POST',
      path: '/data/import/:id/remove',
      async answer(request) {
        await removeImport(context, keyOf(request));
        return { to: IMPORT_PAGE_PATH, flash: { kind: 'done', text: 'The import is gone; its items stay.' } };
      },
    },
  ];
}

function toId(text: string | undefined): number {
  if (!/^\d{1,9}$/.test(text ?? '')) throw notFound('Not found.');
  return Number(text);
}

async function startPage({ db }: Context, { csrf, visitor }: Request, errors?: FormErrors): Promise<Page> {
  const { rows } = await listImportRecords(db, visitor.id, { page: 1, size: LISTED });
  const imports = await showImports(db, rows);
  return {
    title: 'Import a collection',
    trail: [{ href: `${ACCOUNTS_ROOT}/data`, label: 'Your data' }],
    body: html`
      ${form({ action: IMPORT_PAGE_PATH, csrf, fields: [FILE], values: {}, errors: errors ?? {}, problem: 'Nothing was read', submit: 'Read the file' })}
      <h2>Your imports</h2>
      ${table({
        caption: 'Your imports, newest first. Times are UTC.',
        rows: imports,
        empty: 'There are none.',
        columns: [
          { label: 'File', cell: (one) => html`<a href="${pathOf(one)}">${one.file_name || one.source}</a>` },
          { label: 'Begun', cell: (one) => time(new Date(one.created_at)) },
          { label: 'State', cell: (one) => STATUS_WORDS[one.status] },
          { label: 'Rows', cell: (one) => countLine(one) },
        ],
      })}
    `,
  };
}

async function importPage(
  context: Context,
  request: Request,
  key: { id: number; userId: number },
  errors: FormErrors = {},
): Promise<Page> {
  const record = await showImport(context.db, await getImport(context.db, key));
  return {
    title: record.file_name || 'Import',
    trail: [
      { href: `${ACCOUNTS_ROOT}/data`, label: 'Your data' },
      { href: IMPORT_PAGE_PATH, label: 'Import a collection' },
    ],
    body: await importBody(context, request, record, errors),
  };
}

async function importBody(
  context: Context,
  request: Request,
  record: Import,
  errors: FormErrors,
): Promise<Html> {
  const { csrf } = request;
  const button = (action: string, label: string, tone?: 'danger' | 'plain') =>
    buttonForm({ action: `${pathOf(record)}/${action}`, csrf, label, ...(tone && { tone }) });
  switch (record.status) {
    case 'reading':
    case 'applying':
    case 'undoing':
      return progressBar(record);
    case 'failed':
      return html`<p>The import failed. ${record.error}</p>
        <p>${button('remove', 'Forget it')}</p>`;
    case 'review':
      return html`<p>${countLine(record)}.</p>
        <p>
          ${button('apply', `Add ${record.counts.new}, update ${record.counts.update}`)}
          ${button('remove', 'Abandon it', 'danger')}
        </p>
        ${await rowSection(context, request, record)}
        <h2>Columns and options</h2>
        ${form({ action: `${pathOf(record)}/mapping`, csrf, fields: mappingFields(record), values: mappingValues(record), errors, submit: 'Read the rows anew' })}`;
    case 'done':
      return html`<p>${countLine(record)}.</p>
        <p>
          ${button('undo', 'Undo the import', 'danger')} ${button('remove', 'Forget it')}
          <a class="button" href="/api/imports/${record.id}/failed.csv">Rows that were not taken</a>
        </p>
        ${await rowSection(context, request, record)}`;
    case 'undone':
      return html`<p>${record.undo?.undone ?? 0} rows were undone.</p>
        ${
          record.undo &&
          record.undo.kept.length > 0 &&
          html`<p>You have changed these items since, so they were kept:</p>
            <ul>
              ${record.undo.kept.map(({ name }) => html`<li>${name}</li>`)}
            </ul>`
        }
        <p>${button('remove', 'Forget it')}</p>`;
  }
}

async function rowSection({ db }: Context, { query, csrf }: Request, record: Import): Promise<Html> {
  const status = IMPORT_ROW_STATUSES.find((one) => one === query['status']);
  const page = Math.max(1, Number(/^\d{1,6}$/.exec(query['page'] ?? '1')?.[0] ?? 1));
  const found = await listRowPage(db, record.id, status, { page, size: ROWS });
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

function changeMapping(
  context: Context,
  request: Request,
  key: { id: number; userId: number },
): Promise<Page | Redirect> {
  const { form: sent } = request;
  return answerForm(
    [],
    async () => {
      const { columns } = await getImport(context.db, key);
      const fields = columns.map(({ name }, index) => [name, sent[`column-${index}`] || null] as const);
      const changes = await readForm(patchImport, {
        mapping: Object.fromEntries(fields),
        options: {
          on_match: sent['on_match'],
          date_order: sent['date_order'],
          decimal: sent['decimal'],
          invalid_as_draft: sent['invalid_as_draft'] === 'on',
          with_photos: sent['with_photos'] === 'on',
          defaults: readDefaults(sent['defaults'] ?? ''),
        },
      });
      await reviseImport(context, key, changes);
      return { to: pathOf(key) };
    },
    (errors) => importPage(context, request, key, errors),
  );
}

/** `brand: adidas`, one a line. */
function readDefaults(lines: string): Record<string, string> {
  const entries = lines.split('\n').flatMap((line) => {
    const [field = '', ...text] = line.split(':');
    return field.trim() === '' ? [] : [[field.trim(), text.join(':').trim()] as const];
  });
  return Object.fromEntries(entries);
}
