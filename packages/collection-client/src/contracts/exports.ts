import * as z from 'zod';
import { idInput, type ContractTree } from '@kitroom/shared';
import { csvFile, endpointsOf, errorResponse, zipFile } from './errors.ts';
import { booleanFilter } from './filter-inputs.ts';
import { exportedItem } from './interchange.ts';
import { itemFilters } from './item-filters.ts';

const endpoint = endpointsOf('Exports');

/** How long the file of an export is kept. */
export const EXPORT_HOURS = 24;

export const EXPORT_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;

export const exportSummary = z
  .object({
    id: z.int(),
    status: z.enum(EXPORT_STATUSES),
    progress: z.object({ done: z.int(), total: z.int() }).meta({ id: 'ExportProgress' }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    error: z.string().nullable(),
    bytes: z.int().nullable(),
    file: z.string().nullable(),
  })
  .meta({ id: 'Export' });

export type ExportSummary = z.output<typeof exportSummary>;

const params = z.object({ id: idInput });
const exportResponse = { schema: exportSummary };
const zip = { ...zipFile, isStream: true } as const;

export const exportItemTable = endpoint({
  id: 'exportItemTable',
  path: '/api/collections/me/items.csv',
  summary: "Download the caller's items as CSV",
  query: z.object({ ...itemFilters, bom: booleanFilter }),
  responses: { 200: csvFile },
  stored: 'never',
});

export const exportItemLines = endpoint({
  id: 'exportItemLines',
  path: '/api/collections/me/items.ndjson',
  summary: "Download the caller's items as NDJSON",
  query: z.object(itemFilters),
  responses: {
    200: {
      schema: z.string(),
      contentType: 'application/x-ndjson',
      isStream: true,
      line: exportedItem,
      headers: ['Content-Disposition'],
    },
  },
  stored: 'never',
});

export const createExport = endpoint({
  id: 'createExport',
  method: 'POST',
  path: '/api/exports/',
  summary: "Export the caller's collection",
  responses: { 202: { schema: exportSummary } },
});

export const getExport = endpoint({
  id: 'getExport',
  path: '/api/exports/{id}/',
  summary: 'Get the progress of an export',
  params,
  responses: { 200: exportResponse },
});

export const downloadExport = endpoint({
  id: 'downloadExport',
  path: '/api/exports/{id}/file/',
  summary: 'Download the file of an export',
  params,
  responses: { 200: zip, 206: zip, 416: errorResponse },
  stored: 'never',
});

/** Endpoints by client method name. */
export const itemTableEndpoints = {
  /** The caller's items as CSV: a streamed response, to be read or cancelled. */
  myItemsCsv: exportItemTable,
  /** The caller's items, one `ExportedItem` per line: a streamed response, to be read or cancelled. */
  myItemsNdjson: exportItemLines,
} as const satisfies ContractTree;

/** Endpoints by client method name. */
export const exportEndpoints = {
  /** Starts an export of the caller's collection; it replaces the previous one. */
  create: createExport,
  /** The progress of an export; status 404 once it has expired. */
  get: getExport,
  /** The ZIP, as a streamed response; `headers: { Range: 'bytes=…' }` requests a part. */
  file: downloadExport,
} as const satisfies ContractTree;
