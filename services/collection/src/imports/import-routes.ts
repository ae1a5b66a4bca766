import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contracts from '@kitroom/collection-client';
import { TEXT } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { toPageHeaders } from '@kitroom/server/http/paging';
import { getCaller } from '../accounts/sessions/caller.ts';
import { toEnvelope } from '../collections/collection-view.ts';
import { writeCsv } from '../exports/write-csv.ts';
import { invalidFields } from '../invalid-input.ts';
import { requirePage } from '../paging.ts';
import { checkByteBudget } from './byte-budget.ts';
import {
  getImport,
  getRow,
  removeImport,
  resolveName,
  resolveRow,
  resolveRows,
  reviseImport,
  startApplying,
  startUndoing,
} from './change-import.ts';
import { listImportRecords, type ImportRecord } from './import-queries.ts';
import type { ImportRowRecord } from './import-row-queries.ts';
import { showImport, showImports, showRow, type ImportRow } from './import-view.ts';
import type { ImportContext } from './import-work.ts';
import { readCell } from './read/source-table.ts';
import { listRowPage, readRows } from './row-batches.ts';
import { shortenRow } from './shorten-row.ts';
import { permitNewImport, startArchiveImport, startFileImport } from './start-import.ts';

/** How long a response waits for rows to be evaluated again, and how often it checks. */
const EVALUATION_WAIT_MS = 2000;
const EVALUATION_POLL_MS = 50;

/** `/api/imports/…` */
export function importRoutes(context: ImportContext): Endpoint[] {
  const { db } = context;
  const keyOf = ({ id }: { id: number }, request: RequestContext) => ({ id, userId: getCaller(request).id });
  const toStarted = ({ id, status }: ImportRecord) => ({ id, status });
  const permit = (params: { id: number }, request: RequestContext) => getImport(db, keyOf(params, request));

  /** Waits briefly for the evaluation, so that most clients, whose imports are small, need not poll. */
  async function showEvaluated({ id, user_id: userId }: ImportRecord, { signal }: RequestContext) {
    const until = performance.now() + EVALUATION_WAIT_MS;
    let record = await getImport(db, { id, userId });
    while (record.status === 'reading' && performance.now() < until && !signal.aborted) {
      await sleep(EVALUATION_POLL_MS);
      record = await getImport(db, { id, userId });
    }
    return showImport(db, record);
  }

  return [
    endpoint(contracts.listImports, async ({ query }, request) => {
      const page = { page: query.page, size: query.page_size };
      const { rows, count } = await listImportRecords(db, getCaller(request).id, page);
      requirePage(page, count);
      return new Reply(await showImports(db, rows), { headers: toPageHeaders(request.url, page, count) });
    }),
    endpoint(
      contracts.createImport,
      async ({ body }, request) => {
        const { id } = getCaller(request);
        if (request.file) return toStarted(await startFileImport(context, id, request.file));
        if (body.source !== 'archive') throw invalidFields({ file: ['No file was submitted.'] });
        if (body.archive_user_id === undefined) throw invalidFields({ archive_user_id: [TEXT.required] });
        return toStarted(await startArchiveImport(context, id, body.archive_user_id));
      },
      {
        async permit(_params, request) {
          const { id } = getCaller(request);
          await permitNewImport(db, id);
          await checkByteBudget(db, id);
        },
      },
    ),
    endpoint(contracts.getImport, async ({ params }, request) =>
      showImport(db, await getImport(db, keyOf(params, request))),
    ),
    endpoint(
      contracts.patchImport,
      async ({ params, body }, request) =>
        showEvaluated(await reviseImport(context, keyOf(params, request), body), request),
      { permit },
    ),
    endpoint(contracts.deleteImport, ({ params }, request) => removeImport(context, keyOf(params, request))),
    endpoint(contracts.listImportRows, async ({ params, query }, request) => {
      const record = await getImport(db, keyOf(params, request));
      const page = { page: query.page, size: query.page_size };
      const { batches, count } = await listRowPage(db, record.id, query.status, page);
      requirePage(page, count);
      const shown: ImportRow[] = [];
      for await (const rows of batches) for (const row of rows) shown.push(shortenRow(showRow(row, record)));
      return toEnvelope(request.url, page, count, shown);
    }),
    endpoint(contracts.getImportRow, async ({ params }, request) => {
      const record = await getImport(db, keyOf(params, request));
      return showRow(await getRow(db, record, params.number), record);
    }),
    endpoint(
      contracts.patchImportRow,
      async ({ params, body }, request) => {
        const key = keyOf(params, request);
        const row = await resolveRow(context, key, params.number, body);
        return showRow(row, await getImport(db, key));
      },
      { permit },
    ),
    endpoint(
      contracts.patchImportRows,
      async ({ params, body }, request) =>
        showEvaluated(await resolveRows(context, keyOf(params, request), body), request),
      { permit },
    ),
    endpoint(
      contracts.resolveImport,
      async ({ params, body }, request) =>
        showEvaluated(await resolveName(context, keyOf(params, request), body), request),
      { permit },
    ),
    endpoint(contracts.applyImport, async ({ params }, request) =>
      toStarted(await startApplying(context, keyOf(params, request))),
    ),
    endpoint(contracts.getFailedRows, async ({ params }, request) => {
      const record = await getImport(db, keyOf(params, request));
      return new Reply(Readable.from(writeFailedRows(db, record)), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="import-${record.id}-failed.csv"`,
        },
      });
    }),
    endpoint(contracts.undoImport, async ({ params }, request) =>
      toStarted(await startUndoing(context, keyOf(params, request))),
    ),
  ];
}

const FAILED_BATCH = 500;
const ERROR_COLUMN = 'error';

/** Writes the rows that were not imported as CSV: their unchanged cells, followed by the error. */
async function* writeFailedRows(db: Database, { id, columns }: ImportRecord): AsyncGenerator<string> {
  // If the import's file is itself one of failed rows, its old errors are left out.
  const names = columns.map(({ name }) => name).filter((name) => name !== ERROR_COLUMN);
  // Sent with the first rows: until then, the response can still become an error.
  let head = [[...names, ERROR_COLUMN]];
  const batches = readRows(db, id, { batch: FAILED_BATCH, statuses: ['ambiguous', 'invalid', 'failed'] });
  for await (const rows of batches) {
    const lines = rows.map((row) => [...names.map((name) => readCell(row.cells, name) ?? ''), explain(row)]);
    yield writeCsv([...head, ...lines]);
    head = [];
  }
  if (head.length > 0) yield writeCsv(head);
}

function explain({ errors, candidates }: ImportRowRecord): string {
  const wrong = Object.entries(errors ?? {}).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`);
  const unclear = Object.entries(candidates ?? {}).map(
    ([field, list]) => `${field}: could be ${list.map(({ id, name }) => `${name} (${id})`).join(' or ')}.`,
  );
  return [...wrong, ...unclear].join(' ');
}
