import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inSnapshot, query, type Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { findLastSequence } from '../changes/change-queries.ts';
import type { Config } from '../config.ts';
import { exportLines } from '../interchange/export-catalogue.ts';
import { KINDS } from '../interchange/line-schemas.ts';
import { BULK_DATA_GENERATIONS, BULK_DATA_SECONDS } from '../limits.ts';
import {
  createBulkFile,
  fileNameOf,
  findGeneration,
  LIST_FILE,
  listGenerations,
  type BulkFile,
  type BulkList,
  type Generation,
} from './bulk-files.ts';

/**
 * Makes a new generation of the bulk data if something has changed, at most once an hour, or immediately if
 * the last one is empty. It is a job, so only one process runs it at a time. The files become visible
 * together.
 */
export async function makeBulkData(
  { config, db, log }: { config: Pick<Config, 'BULK_DATA_ROOT'> } & { db: Database; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  const root = config.BULK_DATA_ROOT;
  const last = await findGeneration(root);
  const now = await readTime(db);
  if (last && !isDue(last, await findLastSequence(db), now)) return;
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, '.new-'));
  try {
    const startedAt = performance.now();
    const list = await inSnapshot(db, (snapshot) => writeFiles(snapshot, folder, signal));
    await writeFile(join(folder, LIST_FILE), JSON.stringify(list), { flush: true });
    await publish(root, folder, now);
    log.info({ sequence: list.sequence, ms: Math.round(performance.now() - startedAt) }, 'made bulk data');
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!signal.aborted) throw error;
  }
}

function isDue({ id, sequence, files }: Generation, currentSequence: number, now: number): boolean {
  // The last generation is in the future: it was made while a clock was wrong.
  if (id > now) return true;
  if (sequence === currentSequence) return false;
  return files.every(({ rows }) => rows === 0) || now - id >= BULK_DATA_SECONDS * 1000;
}

/** Returns the database's time in milliseconds since 1970, because processes may have different clocks. */
async function readTime(db: Database): Promise<number> {
  const [row] = await query<{ now: number }>(
    db,
    'select floor(extract(epoch from now()) * 1000)::float8 as now',
  );
  if (!row) throw new Error('select returned no row');
  return row.now;
}

/** Writes each record to the file of its kind and to the file of all records. */
async function writeFiles(snapshot: Database, folder: string, signal: AbortSignal): Promise<BulkList> {
  const ended = new AbortController();
  const open = (type: BulkFile['type']) =>
    createBulkFile(join(folder, fileNameOf(type)), AbortSignal.any([signal, ended.signal]));
  try {
    const sequence = await findLastSequence(snapshot);
    const all = open('all');
    const files: BulkFile[] = [];
    for (const kind of KINDS) {
      const file = open(kind);
      for await (const lines of exportLines(snapshot, kind)) {
        await Promise.all([file.write(lines), all.write(lines)]);
      }
      files.push({ type: kind, ...(await file.close()) });
    }
    return { sequence, files: [...files, { type: 'all', ...(await all.close()) }] };
  } finally {
    ended.abort();
  }
}

/**
 * Publishes a generation by renaming its folder. Removes generations before the previous one, those in the
 * future, and unfinished folders of killed processes.
 */
async function publish(root: string, folder: string, id: number): Promise<void> {
  await rename(folder, join(root, String(id)));
  const past = (await listGenerations(root)).filter((generation) => generation <= id);
  const kept = past.slice(-BULK_DATA_GENERATIONS).map(String);
  for (const name of await readdir(root)) {
    if (/^(?:\d+|\.new-.+)$/.test(name) && !kept.includes(name))
      await rm(join(root, name), { recursive: true });
  }
}
