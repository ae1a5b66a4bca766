import * as z from 'zod';
import { idInput, INTEGER_MAX, type ContractTree } from '@kitroom/shared';
import { csvFile, endpointsOf, errorResponse } from './errors.ts';
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
import { itemBody } from './item-fields.ts';
import type { ItemChanges } from './items.ts';
import { envelopeOf, pageNumber, pageSize } from './pages.ts';
import { textField } from './text-field.ts';

const endpoint = endpointsOf('Imports');

/** The fields whose names can be resolved to records. */
export const RESOLVED_FIELDS = ['brand', 'club', 'season', 'kit'] as const;

const importResource = { path: '/api/imports/{id}/', params: z.object({ id: idInput }) } as const;
const rowParams = importResource.params.extend({ number: idInput });

const started = z.object({ id: z.int(), status: z.enum(IMPORT_STATUSES) }).meta({ id: 'StartedImport' });
const detail = { schema: importDetail };

export const listImports = endpoint({
  id: 'listImports',
  path: '/api/imports/',
  summary: "List the caller's imports",
  query: z.object({ page: pageNumber, page_size: pageSize() }),
  responses: { 200: { schema: z.array(importSummary) } },
});

export const createImport = endpoint({
  id: 'createImport',
  method: 'POST',
  path: '/api/imports/',
  summary: 'Start an import',
  body: z.object({
    source: z.literal('archive').optional(),
    archive_user_id: z.int().min(1).max(INTEGER_MAX).optional(),
  }),
  file: { field: 'file', required: false, bytesMax: IMPORT_ZIP_BYTES_MAX, atOnce: IMPORT_UPLOADS_AT_ONCE },
  responses: { 202: { schema: started }, 409: errorResponse },
});

export const getImport = endpoint({
  id: 'getImport',
  ...importResource,
  summary: 'Get an import',
  responses: { 200: detail },
});

export const patchImport = endpoint({
  id: 'patchImport',
  method: 'PATCH',
  ...importResource,
  summary: 'Change the mapping or the options',
  body: z.object({ mapping: columnMapping.optional(), options: z.object(optionsShape).partial().optional() }),
  responses: { 200: detail, 409: errorResponse },
});

export const deleteImport = endpoint({
  id: 'deleteImport',
  method: 'DELETE',
  ...importResource,
  summary: 'Cancel or delete an import',
  responses: { 204: {}, 409: errorResponse },
});

export const listImportRows = endpoint({
  id: 'listImportRows',
  path: '/api/imports/{id}/rows/',
  summary: 'List the rows of an import',
  params: importResource.params,
  query: z.object({
    status: z.enum(IMPORT_ROW_STATUSES).optional(),
    page: pageNumber,
    page_size: pageSize(),
  }),
  responses: { 200: { schema: envelopeOf(importRow, 'ImportRowPage') } },
});

export const getImportRow = endpoint({
  id: 'getImportRow',
  path: '/api/imports/{id}/rows/{number}/',
  summary: 'Get a row of an import',
  params: rowParams,
  responses: { 200: { schema: importRow } },
});

export const patchImportRow = endpoint({
  id: 'patchImportRow',
  method: 'PATCH',
  path: '/api/imports/{id}/rows/{number}/',
  summary: 'Settle a row',
  params: rowParams,
  body: z.object({
    set: itemBody<ItemChanges>([], { isStrict: true }).optional(),
    skip: z.boolean().optional(),
  }),
  responses: { 200: { schema: importRow }, 409: errorResponse },
});

export const patchImportRows = endpoint({
  id: 'patchImportRows',
  method: 'PATCH',
  path: '/api/imports/{id}/rows/',
  summary: 'Settle an error in all rows',
  params: importResource.params,
  body: z.object({
    field: textField({ max: IMPORT_NAME_MAX, of: 'query' }),
    set: itemBody<ItemChanges>([], { isStrict: true }).optional(),
    skip: z.boolean().optional(),
  }),
  responses: { 200: detail, 409: errorResponse },
});

export const resolveImport = endpoint({
  id: 'resolveImport',
  method: 'POST',
  path: '/api/imports/{id}/resolve/',
  summary: 'Settle a name in all rows',
  params: importResource.params,
  body: z.object({
    field: z.enum(RESOLVED_FIELDS),
    text: textField({ max: IMPORT_NAME_MAX, of: 'query' }),
    id: z.int().min(1).max(INTEGER_MAX),
  }),
  responses: { 200: detail, 409: errorResponse },
});

export const applyImport = endpoint({
  id: 'applyImport',
  method: 'POST',
  path: '/api/imports/{id}/apply/',
  summary: 'Apply an import',
  params: importResource.params,
  responses: { 202: { schema: started }, 409: errorResponse },
});

export const undoImport = endpoint({
  id: 'undoImport',
  method: 'POST',
  path: '/api/imports/{id}/undo/',
  summary: 'Undo an import',
  params: importResource.params,
  responses: { 202: { schema: started }, 409: errorResponse },
});

export const getFailedRows = endpoint({
  id: 'getFailedRows',
  path: '/api/imports/{id}/failed.csv',
  summary: 'Get the rows that were not imported',
  params: importResource.params,
  responses: { 200: csvFile },
});

/** Endpoints by client method name. */
export const importEndpoints = {
  /** The caller's imports, newest first. */
  list: listImports,
  /** Starts an import of a file, or of a collection in the archive; nothing is added before `apply`. */
  create: createImport,
  /** Poll this while the status is `reading`, `applying` or `undoing`. */
  get: getImport,
  /** Changes the mapping or options; the rows are evaluated again. */
  patch: patchImport,
  remove: deleteImport,
  rows: listImportRows,
  /** A row with its complete cells. */
  getRow: getImportRow,
  /** Sets fields of a row's item, skips the row or restores it. */
  patchRow: patchImportRow,
  /** Does the same to all rows with an error of a field. */
  patchRows: patchImportRows,
  /** Assigns a record to a name in all rows. */
  resolve: resolveImport,
  apply: applyImport,
  /** The rows that were not imported, as CSV that can be imported again: a streamed response. */
  failed: getFailedRows,
  undo: undoImport,
} as const satisfies ContractTree;
