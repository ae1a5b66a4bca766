import { refuseForm, type Field } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { PageRequest, Redirect } from '@kitroom/server/pages/page-router';
import { choice, listHref, type Resource } from '@kitroom/server/pages/resource';
import { definitionList, table, time } from '@kitroom/server/pages/table';
import { describeSuperseded } from '../../interchange/import-catalogue.ts';
import { UPLOADED_IMPORT_BYTES_MAX } from '../../limits.ts';
import type { Operator } from '../operator-session.ts';
import { IMPORT_LIST, type UploadedImport } from './import-queries.ts';
import { startUpload, type UploadContext } from './run-upload.ts';

const PATH = '/imports';
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
    label: 'Leave out invalid lines',
    type: 'switch',
    hint: 'Otherwise an invalid line ends the import, and nothing is changed.',
  },
  {
    name: 'ignore_ids',
    label: 'Renumber new records',
    type: 'switch',
    hint: 'The ids of their lines are ignored.',
  },
];

/** Imports by upload: the list, the form, and the progress and result of each. */
export function importResource(context: UploadContext): Resource<UploadedImport, Operator> {
  return {
    path: PATH,
    title: 'Imports',
    singular: 'import',
    plural: 'imports',
    source: IMPORT_LIST,
    nameOf: (row) => row.file_name,
    note: () => 'Files that were uploaded here. Imports by command are not in the list.',
    filters: [choice('status', 'State', Object.keys(TONES))],
    columns: () => [
      {
        label: 'File',
        cell: ({ id, file_name: name }) => html`<a href="${listHref({ path: PATH })}/${id}">${name}</a>`,
      },
      { label: 'State', cell: ({ status }) => html`<span class="tag ${TONES[status]}">${status}</span>` },
      { label: 'Operator', cell: ({ operator }) => operator },
      { label: 'Started', sort: 'number', cell: (row) => time(row.started_at) },
      { label: 'Ended', cell: (row) => time(row.finished_at) },
      { label: 'Problem', cell: ({ error }) => error },
    ],
    sort: '-number',
    form: {
      title: 'Upload a file',
      submit: 'Upload and import',
      problem: 'Nothing was imported',
      fields: () => FIELDS,
      create: (request) => upload(context, request),
    },
    page: (row) => ({
      above: html`${row.status === 'running' ? progress(row) : result(row)}
      ${definitionList([
        ['Operator', row.operator],
        ['Size', `${row.bytes.toLocaleString('en')} bytes`],
        ['Invalid lines', row.skip_invalid ? 'are left out' : 'end the import'],
        ['New records', row.ignore_ids ? 'are renumbered' : 'keep the ids of their lines'],
        ['Started', time(row.started_at)],
        ['Ended', time(row.finished_at)],
      ])}`,
    }),
  };
}

async function upload(context: UploadContext, request: PageRequest<Operator>): Promise<Redirect> {
  const { file, form: sent, visitor } = request;
  if (!file || file.size === 0) throw refuseForm({ file: 'Choose a file that is not empty.' });
  const id = await startUpload(context, file.path, {
    operator: visitor.name,
    file_name: file.name.replaceAll('\0', '').slice(-200) || 'import.ndjson',
    bytes: file.size,
    skip_invalid: sent['skip_invalid'] === 'on',
    ignore_ids: sent['ignore_ids'] === 'on',
  });
  return { to: `${listHref({ path: PATH })}/${id}` };
}

function progress({ id, bytes, read_bytes: read }: UploadedImport): Html {
  const percent = Math.floor((100 * read) / Math.max(bytes, 1));
  return html`<div data-live>
    <p role="status">${percent} % is read. Nothing is changed until all of it is.</p>
    <progress max="100" value="${percent}" aria-label="Read"></progress>
    <p><a href="${listHref({ path: PATH })}/${id}">Refresh</a></p>
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
