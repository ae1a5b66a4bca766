import * as z from 'zod';
import { errorBody, sequenceInput, sizeInput, type Contract, type ContractTree } from '@kitroom/shared';
import { commonErrors, errorResponse, openErrors, responsesOf } from './errors.ts';

const read = { method: 'GET', tag: 'Mirroring' } as const;

/** The maximum number of changes on a page, and the default. */
export const CHANGES_MAX = 1000;

/** The kinds of records. Each kind refers only to earlier kinds. */
export const RECORD_TYPES = ['brand', 'competition', 'club', 'season', 'kit_type', 'kit'] as const;

/** The types of files of the bulk data: one for each kind of record, and one with all records. */
export const BULK_FILE_TYPES = [...RECORD_TYPES, 'all'] as const;

export const CHANGE_OPS = ['upsert', 'delete', 'merge'] as const;

export const recordType = z.enum(RECORD_TYPES);

export const changeOp = z.enum(CHANGE_OPS);

// These are strings because newer sources may have other values, which a mirror skips.
const openType = z.string().meta({ shownAs: recordType });
const openOp = z.string().meta({ shownAs: changeOp });
const openFileType = z.string().meta({ shownAs: z.enum(BULK_FILE_TYPES) });

/** A file with the whole catalogue, or with all records of one type. */
export const bulkFile = z
  .object({
    type: openFileType,
    rows: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    generated_at: z.iso.datetime(),
    sequence: z.int(),
    url: z.url(),
  })
  .meta({ id: 'BulkFile' });

/** A record in the import format. */
export const bulkRecord = z.looseObject({ kind: openType, id: z.int() }).meta({ id: 'BulkRecord' });

export const change = z
  .object({
    sequence: z.int(),
    type: openType,
    op: openOp,
    id: z.int(),
    into: z.int().optional(),
    at: z.iso.datetime(),
    record: bulkRecord.optional(),
  })
  .meta({ id: 'Change' });

export const changePage = z
  .object({ items: z.array(change), next: z.int(), has_more: z.boolean() })
  .meta({ id: 'ChangePage' });

/** The error body for changes that are no longer kept. */
export const changesGone = errorBody.extend({ bulk_data: z.url() }).meta({ id: 'ChangesGone' });

/** `GET /api/bulk-data`: files with the whole catalogue, for mirrors. Not rate-limited. */
export const listBulkData = {
  ...read,
  id: 'listBulkData',
  path: '/api/bulk-data',
  summary: 'List the bulk data',
  responses: {
    200: { schema: z.array(bulkFile) },
    401: commonErrors[401],
    ...openErrors,
  },
} as const satisfies Contract;

const gzip = {
  schema: z.string(),
  contentType: 'application/gzip',
  headers: ['Last-Modified'],
} as const;

/** `GET /api/bulk-data/{generation}/{file}`: a file of the bulk data. */
export const getBulkFile = {
  ...read,
  id: 'getBulkFile',
  path: '/api/bulk-data/{generation}/{file}',
  summary: 'Download bulk data',
  params: z.object({ generation: z.string(), file: z.string() }),
  responses: {
    200: gzip,
    206: gzip,
    400: errorResponse,
    404: errorResponse,
    412: errorResponse,
    416: errorResponse,
    401: commonErrors[401],
    ...openErrors,
  },
} as const satisfies Contract;

/** `GET /api/changes`: the changes after a sequence number, in the order of their commits. */
export const listChanges = {
  ...read,
  id: 'listChanges',
  path: '/api/changes',
  summary: 'List changes',
  query: z.object({
    after: sequenceInput,
    limit: sizeInput({ maximum: CHANGES_MAX, fallback: CHANGES_MAX }),
  }),
  responses: responsesOf(changePage, { 410: { schema: changesGone } }),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const bulkDataEndpoints = {
  /**
   * The files of the whole catalogue: one per kind of record, and one with all records. Empty until they have
   * been made.
   */
  list: listBulkData,
  /** Downloads one of these files into memory. To stream a file, fetch its `url`. */
  file: getBulkFile,
} as const satisfies ContractTree;
