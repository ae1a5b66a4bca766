import { IMPORT_ZIP_BYTES_MAX, patchImport, resolveImport } from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { form, type Field, type FormErrors } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute, Redirect } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/show-time';
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
import { showImport, showImports } from '../imports/import-view.ts';
import { invalidFields } from '../invalid-input.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { importBody } from './import-body.ts';
import { countLine, IMPORT_PAGE_PATH, pathOf, STATUS_WORDS } from './import-page-parts.ts';
import { answerForm, readForm } from './read-form.ts';

type Request = PageRequest<UserRow>;

const FILE: Field = {
  name: 'file',
  label: 'A file',
  type: 'file',
  accept: '.csv,.xlsx,.ndjson,.zip,.txt,.tsv',
  hint: 'CSV, XLSX or NDJSON of at most 50 MiB, or the ZIP of an export. Nothing is added before you say so.',
};
const LISTED = 50;

/** The wizard: choose a file, map columns, look at the rows, apply, undo. */
export function importPageRoutes(context: Context): Array<PageRoute<UserRow>> {
  const post = (action: string, act: Action): PageRoute<UserRow> => ({
    method: 'POST',
    path: `/data/import/:id/${action}`,
    answer: (request) => act(context, request, keyOf(request)),
  });
  return [
    { method: 'GET', path: '/data/import', answer: (request) => startPage(context, request) },
    {
      method: 'POST',
      path: '/data/import',
      file: FILE.name,
      fileBytesMax: IMPORT_ZIP_BYTES_MAX,
      answer: (request) => sendFile(context, request),
    },
    {
      method: 'GET',
      path: '/data/import/:id',
      answer: (request) => importPage(context, request, keyOf(request)),
    },
    post('mapping', changeMapping),
    post('resolve', resolve),
    post('apply', (_context, _request, key) => work(context, key, { from: 'review', to: 'applying' })),
    post('undo', (_context, _request, key) => work(context, key, { from: 'done', to: 'undoing' })),
    post('remove', remove),
  ];
}

interface Key {
  id: number;
  userId: number;
}

type Action = (context: Context, request: Request, key: Key) => Promise<Page | Redirect>;

function keyOf({ params, visitor }: Request): Key {
  return { id: toId(params['id']), userId: visitor.id };
}

function toId(text: string | undefined): number {
  if (!/^\d{1,9}$/.test(text ?? '')) throw notFound('Not found.');
  return Number(text);
}

function sendFile(context: Context, request: Request): Promise<Page | Redirect> {
  return answerForm(
    [FILE],
    async () => {
      if (!request.file) throw invalidFields({ file: ['Choose a file.'] });
      return { to: pathOf(await startFileImport(context, request.visitor.id, request.file)) };
    },
    (errors) => startPage(context, request, errors),
  );
}

async function resolve(context: Context, request: Request, key: Key): Promise<Redirect> {
  const sent = { ...request.form, id: Number(request.form['id']) };
  await resolveName(context, key, await readForm(resolveImport, sent));
  return { to: pathOf(key) };
}

async function work(context: Context, key: Key, states: Parameters<typeof startWork>[2]): Promise<Redirect> {
  await startWork(context, key, states);
  return { to: pathOf(key) };
}

async function remove(context: Context, _request: Request, key: Key): Promise<Redirect> {
  await removeImport(context, key);
  return { to: IMPORT_PAGE_PATH, flash: { kind: 'done', text: 'The import is gone; its items stay.' } };
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
  key: Key,
  errors: FormErrors = {},
): Promise<Page> {
  const record = await showImport(context.db, await getImport(context.db, key));
  return {
    title: record.file_name || 'Import',
    trail: [
      { href: `${ACCOUNTS_ROOT}/data`, label: 'Your data' },
      { href: IMPORT_PAGE_PATH, label: 'Import a collection' },
    ],
    body: await importBody({ context, request, record, errors }),
  };
}

function changeMapping(context: Context, request: Request, key: Key): Promise<Page | Redirect> {
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
