import type pg from 'pg';
import { query, type Database } from '@kitroom/server/database/database';
import { oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import type { ImportResult } from '../../interchange/import-catalogue.ts';

/** An uploaded import. Its status is `lost` if its process ended before the import did. */
export interface UploadedImport {
  id: number;
  operator: string;
  file_name: string;
  bytes: number;
  read_bytes: number;
  skip_invalid: boolean;
  ignore_ids: boolean;
  status: 'running' | 'done' | 'failed' | 'lost';
  inserted: Record<string, number>;
  updated: Record<string, number>;
  left_out: string[];
  left_out_count: number;
  superseded: number;
  error: string | null;
  started_at: Date;
  finished_at: Date | null;
}

export type NewUpload = Pick<
  UploadedImport,
  'operator' | 'file_name' | 'bytes' | 'skip_invalid' | 'ignore_ids'
>;

/** Importing processes record a heartbeat every second. */
const IS_ALIVE = "seen_at > now() - interval '30 seconds'";
const LOST = `uploaded_imports.status = 'running' and not uploaded_imports.${IS_ALIVE}`;

/** The list of uploaded imports. */
export const IMPORT_LIST: ListSource = {
  table: 'uploaded_imports',
  columns: `operator, file_name, bytes::float8 as bytes, read_bytes::float8 as read_bytes, skip_invalid, ignore_ids,
    case when ${LOST} then 'lost' else uploaded_imports.status end as status, inserted, updated, left_out,
    left_out_count, superseded, error, started_at, finished_at`,
  filters: {
    status: oneOf({
      running: `uploaded_imports.status = 'running' and uploaded_imports.${IS_ALIVE}`,
      done: "uploaded_imports.status = 'done'",
      failed: "uploaded_imports.status = 'failed'",
      lost: LOST,
    }),
  },
  orders: {},
};

/** Inserts a running import and returns its id, or undefined if another one is running. */
export async function insertUpload(db: Database, upload: NewUpload): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    db,
    `insert into uploaded_imports (operator, file_name, bytes, skip_invalid, ignore_ids)
     select ?::text, ?::text, ?::bigint, ?::boolean, ?::boolean
     where not exists (select from uploaded_imports where status = 'running' and ${IS_ALIVE})
     returning id`,
    [upload.operator, upload.file_name, upload.bytes, upload.skip_invalid, upload.ignore_ids],
  );
  return row?.id;
}

/** Records the progress of an import and the heartbeat of its process. */
export async function recordProgress(db: Database, id: number, readBytes: number): Promise<void> {
  await db('uploaded_imports').where({ id }).update({ read_bytes: readBytes, seen_at: db.fn.now() });
}

/** Records the result of an import, on the connection whose transaction commits it. */
export async function completeUpload(
  db: Database,
  client: pg.Client,
  id: number,
  end: Omit<ImportResult, 'invalid'> & { leftOut: string[]; count: number },
): Promise<void> {
  await db('uploaded_imports')
    .connection(client)
    .where({ id })
    .update({
      status: 'done',
      finished_at: db.fn.now(),
      read_bytes: db.ref('bytes'),
      inserted: JSON.stringify(end.inserted),
      updated: JSON.stringify(end.updated),
      left_out: JSON.stringify(end.leftOut),
      left_out_count: end.count,
      superseded: end.superseded,
    });
}

/** Records why an import failed, unless it is done: errors after its commit do not make it failed. */
export async function failUpload(db: Database, id: number, error: string): Promise<void> {
  await db('uploaded_imports')
    .where({ id, status: 'running' })
    .update({ status: 'failed', finished_at: db.fn.now(), error });
}
