import { idInput, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors, errorResponse, forgery, invalidInput } from './errors.ts';
import { booleanFilter } from './filter-inputs.ts';
import { exportedItem } from './interchange.ts';
import { itemFilters } from './item-filters.ts';
import { ITEM_TABLE_RULES } from './item-table.ts';

const TAG = 'Exports';

/** How long the file of an export is kept. */
export const EXPORT_HOURS = 24;

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;

export const exportSummary = z
  .object({
    id: z.int(),
    status: z.enum(EXPORT_STATUSES),
    progress: z
      .object({ done: z.int(), total: z.int() })
      .meta({ id: 'ExportProgress', description: 'Items written, and how many there are.' }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    expires_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: `${EXPORT_HOURS} hours after it was finished; the export is deleted then.` }),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
    bytes: z.int().nullable().meta({ description: 'The size of the file.' }),
    file: z
      .string()
      .nullable()
      .meta({ description: 'The URL of the ZIP, once it is done. Only for its owner.' }),
  })
  .meta({ id: 'Export' });

export type ExportSummary = z.output<typeof exportSummary>;

const params = z.object({ id: idInput("The export's id.") });
const exportAnswer = { description: 'The export.', schema: exportSummary };
const noExport = errorResponse('There is no such export of the caller, or it has expired.');
const zip = {
  schema: z.string().meta({ openapi: { type: 'string', format: 'binary' } }),
  contentType: 'application/zip',
  isStream: true,
  headers: ['Content-Disposition'],
} as const;
const filters =
  'The filters, search and ordering of `GET /api/collections/me/items/`; drafts only if `is_draft` is set.';

const { ordering, ...others } = itemFilters;
const query = { ...others, ordering } as const;

export const exportItemTable = {
  id: 'exportItemTable',
  method: 'GET',
  path: '/api/collections/me/items.csv',
  tag: TAG,
  summary: "Download the caller's items as CSV",
  description: `${filters} ${ITEM_TABLE_RULES}`,
  query: z.object({
    ...query,
    bom: booleanFilter('Whether a byte order mark comes first, for spreadsheet programs. Default: false.'),
  }),
  responses: {
    200: {
      description: 'The items.',
      schema: z.string(),
      contentType: 'text/csv',
      isStream: true,
      headers: ['Content-Disposition'],
    },
    400: invalidInput,
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

export const exportItemLines = {
  id: 'exportItemLines',
  method: 'GET',
  path: '/api/collections/me/items.ndjson',
  tag: TAG,
  summary: "Download the caller's items as NDJSON",
  description: `One \`ExportedItem\` a line, with tags, photos, private fields and the history of values. ${filters}`,
  query: z.object(query),
  responses: {
    200: {
      description: 'The items, one a line.',
      schema: z.string(),
      contentType: 'application/x-ndjson',
      isStream: true,
      line: exportedItem,
      headers: ['Content-Disposition'],
    },
    400: invalidInput,
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

export const createExport = {
  id: 'createExport',
  method: 'POST',
  path: '/api/exports/',
  tag: TAG,
  summary: "Export the caller's collection",
  description:
    'Makes a ZIP in the background: `manifest.json`, `account.json`, `items.ndjson`, `items.csv` and the original ' +
    "photos. It replaces the caller's last export, which ends if it is still being made, and is deleted with its file.",
  responses: {
    202: { description: 'The export that is made.', schema: exportSummary },
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const getExport = {
  id: 'getExport',
  method: 'GET',
  path: '/api/exports/{id}/',
  tag: TAG,
  summary: 'Get the progress of an export',
  params,
  responses: { 200: exportAnswer, 404: noExport, ...commonErrors },
} as const satisfies Contract;

export const downloadExport = {
  id: 'downloadExport',
  method: 'GET',
  path: '/api/exports/{id}/file/',
  tag: TAG,
  summary: 'Download the file of an export',
  description: 'Supports `Range` with one range, and `If-Range`.',
  params,
  responses: {
    200: { description: 'The ZIP.', ...zip },
    206: { description: 'The requested part of the ZIP.', ...zip },
    404: errorResponse('There is no such file of the caller, or it has expired.'),
    416: errorResponse('The file does not have this range.'),
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const itemTableEndpoints = {
  /** The caller's items as a table: the response as it arrives, to be read or cancelled. */
  myItemsCsv: exportItemTable,
  /** The caller's items, one `ExportedItem` a line: the response as it arrives, to be read or cancelled. */
  myItemsNdjson: exportItemLines,
} as const satisfies ContractTree;

/** By the names of the client’s methods. */
export const exportEndpoints = {
  /** Starts an export of the caller's collection, or returns the one that is being made. */
  create: createExport,
  /** The progress of an export; status 404 once it has expired. */
  get: getExport,
  /** The ZIP as it arrives; `headers: { Range: 'bytes=…' }` asks for a part. */
  file: downloadExport,
} as const satisfies ContractTree;
