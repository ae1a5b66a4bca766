import { idInput, INTEGER_MAX, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors, errorResponse, forgery, invalidBody, invalidInput } from './errors.ts';
import {
  columnMapping,
  IMPORT_NAME_MAX,
  IMPORT_ROW_STATUSES,
  IMPORT_STATUSES,
  IMPORT_UPLOADS_AT_ONCE,
  IMPORT_ZIP_BYTES_MAX,
  importDetail,
  importRow,
  importSummary,
  optionsShape,
} from './import-shapes.ts';
import { itemBody } from './item-body.ts';
import type { ItemChanges } from './items.ts';
import { pageNumber, pageSize } from './pages.ts';
import { textField } from './text-field.ts';

const TAG = 'Imports';

const params = z.object({ id: idInput("The import's id.") });
const rowParams = params.extend({ number: idInput("The row's number.") });

const notThere = errorResponse('The caller has no such import.');
const conflict = errorResponse('The state of the import, or of another one, does not allow this now.');
const started = z.object({ id: z.int(), status: z.enum(IMPORT_STATUSES) }).meta({ id: 'StartedImport' });
const detail = { description: 'The import.', schema: importDetail };

export const listImports = {
  id: 'listImports',
  method: 'GET',
  path: '/api/imports/',
  tag: TAG,
  summary: "List the caller's imports",
  description: 'Newest first. Paginated with `Link` and `X-Total-Count`.',
  query: z.object({ page: pageNumber, page_size: pageSize() }),
  responses: {
    200: { description: 'A page of imports.', schema: z.array(importSummary) },
    400: invalidInput,
    404: errorResponse('The page does not exist.'),
    ...commonErrors,
  },
} as const satisfies Contract;

export const createImport = {
  id: 'createImport',
  method: 'POST',
  path: '/api/imports/',
  tag: TAG,
  summary: 'Start an import',
  description:
    'Takes a CSV, XLSX or NDJSON file of at most 50 MiB, the ZIP of an export of at most 5 GiB, or, as JSON, a ' +
    "collector's id in the archive; at most 100,000 rows. It is read in the background and then waits in `review`; " +
    'nothing is added before it is applied. One import of a user is read, applied or undone at a time, and at most ' +
    'five wait in review.',
  body: z.object({
    source: z.literal('archive').optional().meta({ description: 'Instead of a file.' }),
    archive_user_id: z.int().min(1).max(INTEGER_MAX).optional().meta({
      description: "The collector's id in the archive.",
    }),
  }),
  file: {
    field: 'file',
    required: false,
    description: 'A CSV, XLSX or NDJSON file, or the ZIP of an export.',
    bytesMax: IMPORT_ZIP_BYTES_MAX,
    atOnce: IMPORT_UPLOADS_AT_ONCE,
  },
  responses: {
    202: { description: 'It is being read.', schema: started },
    409: conflict,
    ...invalidBody,
    413: errorResponse('The file is larger than 5 GiB, or the rest of the body is larger than 1 MiB.'),
    415: errorResponse('The request body is neither a form nor JSON in UTF-8.'),
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const getImport = {
  id: 'getImport',
  method: 'GET',
  path: '/api/imports/{id}/',
  tag: TAG,
  summary: 'Get an import',
  params,
  responses: { 200: detail, 404: notThere, ...commonErrors },
} as const satisfies Contract;

const change = { 404: notThere, 409: conflict, ...invalidBody, ...forgery, ...commonErrors } as const;

export const patchImport = {
  id: 'patchImport',
  method: 'PATCH',
  path: '/api/imports/{id}/',
  tag: TAG,
  summary: 'Change the mapping or the options',
  description:
    'Columns and options that are left out stay as they are. The rows are evaluated anew: while that takes longer ' +
    'than a moment, the status is `reading`. After a change of `sheets`, `header_row` or `encoding` the file is read ' +
    'anew: columns that remain keep their fields, but what was settled for single rows is lost.',
  params,
  body: z.object({
    mapping: columnMapping.optional(),
    options: z.object(optionsShape).partial().optional(),
  }),
  responses: { 200: detail, ...change },
} as const satisfies Contract;

export const deleteImport = {
  id: 'deleteImport',
  method: 'DELETE',
  path: '/api/imports/{id}/',
  tag: TAG,
  summary: 'Abandon or forget an import',
  description:
    'Ends an import that is being read or applied: it becomes `failed` with the error `Abandoned by its owner.`, and ' +
    'can be undone if it has added something. Forgets any other import, also one in review. The items that it added ' +
    'stay.',
  params,
  responses: {
    204: { description: 'The import has ended or is forgotten.' },
    404: notThere,
    409: conflict,
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const listImportRows = {
  id: 'listImportRows',
  method: 'GET',
  path: '/api/imports/{id}/rows/',
  tag: TAG,
  summary: 'List the rows of an import',
  params,
  query: z.object({
    status: z.enum(IMPORT_ROW_STATUSES).optional(),
    page: pageNumber,
    page_size: pageSize(),
  }),
  responses: {
    200: {
      description: 'A page of rows.',
      schema: z
        .object({
          count: z.int(),
          next: z.string().nullable(),
          previous: z.string().nullable(),
          results: z.array(importRow),
        })
        .meta({ id: 'ImportRowPage' }),
    },
    400: invalidInput,
    404: errorResponse('The caller has no such import, or the page does not exist.'),
    ...commonErrors,
  },
} as const satisfies Contract;

export const patchImportRow = {
  id: 'patchImportRow',
  method: 'PATCH',
  path: '/api/imports/{id}/rows/{number}/',
  tag: TAG,
  summary: 'Settle a row',
  description:
    'Sets fields of the item, as in `PATCH /api/items/{id}/`, skips the row, or takes it back: rows that seem to be no ' +
    'items, such as totals, are skipped from the start.',
  params: rowParams,
  body: z.object({
    set: itemBody<ItemChanges>([], { isStrict: true }).optional(),
    skip: z.boolean().optional(),
  }),
  responses: { 200: { description: 'The row.', schema: importRow }, ...change },
} as const satisfies Contract;

export const resolveImport = {
  id: 'resolveImport',
  method: 'POST',
  path: '/api/imports/{id}/resolve/',
  tag: TAG,
  summary: 'Settle a name in all rows',
  description: 'The rows are evaluated anew, as after a change of the mapping.',
  params,
  body: z.object({
    field: z.enum(['brand', 'club', 'season', 'kit']),
    text: textField({ max: IMPORT_NAME_MAX, description: 'The name as it stands in the rows.', of: 'query' }),
    id: z.int().min(1).max(INTEGER_MAX).meta({ description: "The catalogue's id." }),
  }),
  responses: { 200: detail, ...change },
} as const satisfies Contract;

export const applyImport = {
  id: 'applyImport',
  method: 'POST',
  path: '/api/imports/{id}/apply/',
  tag: TAG,
  summary: 'Apply an import',
  description: 'Adds and updates items in the background. Ambiguous, invalid and skipped rows are left out.',
  params,
  responses: {
    202: { description: 'It is being applied.', schema: started },
    404: notThere,
    409: conflict,
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const undoImport = {
  id: 'undoImport',
  method: 'POST',
  path: '/api/imports/{id}/undo/',
  tag: TAG,
  summary: 'Undo an import',
  description:
    'Removes the items that it added and restores those that it updated, in the background. Items that were changed ' +
    'since are kept, and listed in `undo`. A failed import can be undone as well if it has added or updated something.',
  params,
  responses: {
    202: { description: 'It is being undone.', schema: started },
    404: notThere,
    409: conflict,
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const getFailedRows = {
  id: 'getFailedRows',
  method: 'GET',
  path: '/api/imports/{id}/failed.csv',
  tag: TAG,
  summary: 'Get the rows that were not taken',
  description:
    'As they came, with a column `error`, without those that were skipped; the file can be corrected and imported again.',
  params,
  responses: {
    200: {
      description: 'The rows.',
      schema: z.string(),
      contentType: 'text/csv',
      isStream: true,
      headers: ['Content-Disposition'],
    },
    404: notThere,
    ...commonErrors,
  },
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const importEndpoints = {
  /** The caller's imports, newest first. */
  list: listImports,
  /** Starts an import of a file, or of a collection in the archive; nothing is added before `apply`. */
  create: createImport,
  /** Poll this while the status is `reading`, `applying` or `undoing`. */
  get: getImport,
  /** Changes the mapping or options; the rows are evaluated anew. */
  patch: patchImport,
  remove: deleteImport,
  rows: listImportRows,
  /** Sets fields of a row's item, skips the row or takes it back. */
  patchRow: patchImportRow,
  /** Settles what a name means in all rows. */
  resolve: resolveImport,
  apply: applyImport,
  /** The rows that were not taken, as CSV that can be imported again: the response as it arrives. */
  failed: getFailedRows,
  undo: undoImport,
} as const satisfies ContractTree;
