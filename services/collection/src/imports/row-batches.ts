import type { ImportRowStatus } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { anyOf, countRows, definedColumns } from '@kitroom/server/database/query-parts';
import type { Page } from '@kitroom/server/http/paging';
import { READ_BYTES } from '../limits.ts';
import { splitBySize } from '../split-by-size.ts';
import { rowsOf, type ImportRowRecord } from './import-row-queries.ts';

/** The size of a row: stored, or computed for rows of earlier versions, which have none. */
const BYTES =
  'coalesce(bytes, octet_length(cells::text) + coalesce(octet_length(item::text), 0))::integer as bytes';

/** A row by its number, with its size. */
type ListedRow = Pick<ImportRowRecord, 'number' | 'bytes'>;

/** The total size in bytes of the rows of a user's imports, including the candidates for their names. */
export async function sumRowBytes(db: Database, userId: number): Promise<number> {
  const [sum] = await query<{ bytes: number }>(
    db,
    `select (
       coalesce((select sum(bytes) from (
         select ${BYTES} from import_rows join imports on imports.id = import_id where user_id = ?
       ) as sizes), 0) +
       coalesce((
         select sum(pg_column_size(candidates)) from import_names join imports on imports.id = import_id
         where user_id = ?
       ), 0)
     )::bigint as bytes`,
    [userId, userId],
  );
  return sum?.bytes ?? 0;
}

/**
 * Reads the rows of an import in order, in batches of at most `batch` rows and 8 MiB: only rows after number
 * `after`, and only those with one of `statuses`, if given.
 */
export async function* readRows(
  db: Database,
  importId: number,
  { batch, after = 0, statuses }: { batch: number; after?: number; statuses?: readonly ImportRowStatus[] },
): AsyncGenerator<ImportRowRecord[]> {
  for (let last: number | undefined = after; last !== undefined;) {
    const rows = rowsOf(db, importId).where('number', '>', last).orderBy('number').limit(batch);
    const listed = await listRows(db, statuses ? rows.whereIn('status', statuses) : rows);
    yield* readListed(db, importId, listed);
    last = listed.at(-1)?.number;
  }
}

/** A page of rows, in batches of at most 8 MiB, and the number of all rows with that status. */
export async function listRowPage(
  db: Database,
  importId: number,
  status: ImportRowStatus | undefined,
  { page, size }: Page,
): Promise<{ batches: AsyncIterable<ImportRowRecord[]>; count: number }> {
  const rows = rowsOf(db, importId).where(definedColumns({ status }));
  const start = Math.max(0, page - 1) * size;
  const listed = await listRows(db, rows.clone().orderBy('number').limit(size).offset(start));
  return { batches: readListed(db, importId, listed), count: await countRows(rows) };
}

function listRows(db: Database, rows: ReturnType<typeof rowsOf>): Promise<ListedRow[]> {
  return rows.select<ListedRow[]>('number', db.raw(BYTES)).then((listed) => listed);
}

async function* readListed(
  db: Database,
  importId: number,
  listed: readonly ListedRow[],
): AsyncGenerator<ImportRowRecord[]> {
  for (const part of splitBySize(listed, { count: listed.length, bytes: READ_BYTES })) {
    const bytesOf = new Map(part.map(({ number, bytes }) => [number, bytes]));
    const rows = await rowsOf(db, importId)
      .where('number', anyOf(db, [...bytesOf.keys()]))
      .orderBy('number');
    yield rows.map((row) => ({ ...row, bytes: bytesOf.get(row.number) ?? 0 }));
  }
}
