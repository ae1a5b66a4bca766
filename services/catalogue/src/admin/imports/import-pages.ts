import { describeSuperseded } from '../../interchange/import-catalogue.ts';
import { notFound } from '@kitroom/server/http/errors';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList, readRows } from '@kitroom/server/pages/list-queries';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/show-time';
import { facts, table, type Column } from '@kitroom/server/pages/table';
import { UPLOADED_IMPORT_BYTES_MAX } from '../../limits.ts';
import { ADMIN_ROOT, type Operator } from '../operator-session.ts';
import { IMPORT_LIST, type UploadedImport } from './import-queries.ts';
import { FormRefused } from '../records/record-form.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Config } from '../../config.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { startUpload } from './run-upload.ts';

type Request = PageRequest<Operator>;

const PATH = `${ADMIN_ROOT}/imports`;
const TRAIL = [{ href: PATH, label: 'Imports' }];
const MIB = 1024 * 1024;
const TONES = { running: 'idle', done: '', failed: 'bad', lost: 'bad' } as const;

const FIELDS: Field[] = [
  {
    name: 'file',
    label: 'File',
    type: 'file',
    accept: '.ndjson,.jsonl,.json,application/x-ndjson',
    hint: `NDJSON as “catalogue export” writes it, at most ${UPLOADED_IMPORT_BYTES_MAX / MIB} MiB: one record a line, such as {"kind": "club", "slug": "malaga-cf-kits", "name": "Málaga CF"}.`,
  },
  {
    name: 'skip_invalid',
    label: 'Leave out lines that are wrong',
    type: 'switch',
    hint: 'Otherwise a wrong line ends the import, and nothing is changed.',
  },
  {
    name: 'ignore_ids',
    label: 'Number new records anew',
    type: 'switch',
    hint: 'Whatever ids their lines give.',
  },
];

/** Imports by upload: the list, the form, and the progress and result of each. */
export function importRoutes(context: {
  config: Config;
  db: Database;
  log: Logger;
  cache: Cache;
  index: SearchIndex;
}): Array<PageRoute<Operator>> {
  return [
    { method: 'GET', path: '/imports', answer: (request) => importsPage(context, request) },
    { method: 'GET', path: '/imports/new', answer: (request) => newPage(request) },
    {
      method: 'POST',
      path: '/imports/new',
      file: 'file',
      answer: (request) => upload(context, request),
    },
    { method: 'GET', path: '/imports/:id', answer: (request) => importPage(context, request) },
  ];
}

function importsPage(
  { db }: { config: Config; db: Database; log: Logger; cache: Cache; index: SearchIndex },
  { query }: Request,
): Promise<Page> {
  const states = ['running', 'done', 'failed', 'lost'].map((value) => ({ value, label: value }));
  return listPage<UploadedImport>({
    title: 'Imports',
    note: 'Files that were uploaded here. Imports by command are not in the list.',
    actions: html`<a class="button primary" href="${PATH}/new">Upload a file</a>`,
    path: PATH,
    query,
    fields: [
      { name: 'status', label: 'State', type: 'choice', choices: [{ value: '', label: 'any' }, ...states] },
    ],
    columns: COLUMNS,
    sort: '-number',
    many: 'imports',
    empty: 'There are no such imports.',
    read: (request) => readList<UploadedImport>(db, IMPORT_LIST, request),
  });
}

const COLUMNS: ReadonlyArray<Column<UploadedImport>> = [
  { label: 'File', cell: ({ id, file_name: name }) => html`<a href="${PATH}/${id}">${name}</a>` },
  { label: 'State', cell: ({ status }) => html`<span class="tag ${TONES[status]}">${status}</span>` },
  { label: 'Operator', cell: ({ operator }) => operator },
  { label: 'Started', sort: 'number', cell: (row) => time(row.started_at) },
  { label: 'Ended', cell: (row) => time(row.finished_at) },
  { label: 'Problem', cell: ({ error }) => error },
];

function newPage({ csrf, form: values }: Request, errors: FormErrors = {}): Page {
  return {
    title: 'Upload a file to import',
    trail: TRAIL,
    status: Object.keys(errors).length > 0 ? 400 : 200,
    body: form({
      action: `${PATH}/new`,
      csrf,
      fields: FIELDS,
      values,
      errors,
      problem: 'Nothing was imported',
      submit: 'Upload and import',
      cancel: PATH,
      showsProgress: true,
    }),
  };
}

async function upload(
  context: { config: Config; db: Database; log: Logger; cache: Cache; index: SearchIndex },
  request: Request,
): Promise<Page | Redirect> {
  const { file, form: sent, visitor } = request;
  if (!file || file.size === 0) return newPage(request, { file: 'Choose a file that is not empty.' });
  try {
    const id = await startUpload(context, file.path, {
      operator: visitor.name,
      file_name: file.name.replaceAll('\0', '').slice(-200) || 'import.ndjson',
      bytes: file.size,
      skip_invalid: sent['skip_invalid'] === 'on',
      ignore_ids: sent['ignore_ids'] === 'on',
    });
    return { to: `${PATH}/${id}` };
  } catch (error) {
    if (!(error instanceof FormRefused)) throw error;
    return newPage(request, error.errors);
  }
}

async function importPage(
  { db }: { config: Config; db: Database; log: Logger; cache: Cache; index: SearchIndex },
  { params }: Request,
): Promise<Page> {
  const [row] = await readRows<UploadedImport>(db, IMPORT_LIST, [readId(params['id'])]);
  if (!row) throw notFound('There is no such import.');
  return {
    title: row.file_name,
    trail: TRAIL,
    body: html`${row.status === 'running' ? progress(row) : result(row)}
    ${facts([
      ['Operator', row.operator],
      ['Size', `${row.bytes.toLocaleString('en')} bytes`],
      ['Wrong lines', row.skip_invalid ? 'are left out' : 'end the import'],
      ['New records', row.ignore_ids ? 'are numbered anew' : 'keep the ids of their lines'],
      ['Started', time(row.started_at)],
      ['Ended', time(row.finished_at)],
    ])}`,
  };
}

function progress({ id, bytes, read_bytes: read }: UploadedImport): Html {
  const percent = Math.floor((100 * read) / Math.max(bytes, 1));
  return html`<div data-live>
    <p role="status">${percent} % is read. Nothing is changed until all of it is.</p>
    <progress max="100" value="${percent}" aria-label="Read"></progress>
    <p><a href="${PATH}/${id}">Look again</a></p>
  </div>`;
}

function result(row: UploadedImport): Html {
  if (row.status === 'lost') {
    return html`<div class="errors" role="alert">
      <p>The process ended before the import did, so nothing was changed. Upload the file again.</p>
    </div>`;
  }
  if (row.status === 'failed') {
    return html`<div class="errors" role="alert">
      <h2>Nothing was changed</h2>
      <p>${row.error}</p>
    </div>`;
  }
  const tables = [...new Set([...Object.keys(row.inserted), ...Object.keys(row.updated)])];
  return html`<p class="notice" role="status">The file is imported.</p>
    ${table({
      caption: 'Records by kind',
      rows: tables,
      empty: 'Everything in the file was known already.',
      columns: [
        { label: 'Records', cell: (name) => name.replaceAll('_', ' ') },
        { label: 'New', isNumber: true, cell: (name) => (row.inserted[name] ?? 0).toLocaleString('en') },
        { label: 'Changed', isNumber: true, cell: (name) => (row.updated[name] ?? 0).toLocaleString('en') },
      ],
    })}
    ${row.superseded > 0 && html`<p>${describeSuperseded(row.superseded)}</p>`}
    ${
      row.left_out_count > 0 &&
      html`<h2>
          ${row.left_out_count === 1 ? '1 line was' : `${row.left_out_count.toLocaleString('en')} lines were`}
          left out
        </h2>
        <ul>
          ${row.left_out.map((line) => html`<li>${line}</li>`)}
        </ul>
        ${row.left_out_count > row.left_out.length && html`<p class="quiet">These are the first ones.</p>`}`
    }`;
}
