import { PHOTO_UNATTACHED_HOURS } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { ago } from '@kitroom/server/database/query-parts';
import { readClocks } from '@kitroom/server/database/watch-clock';
import { removeAbandonedFolders } from '@kitroom/server/http/work-folder';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Config } from '../config.ts';
import { listKeysOfExports } from '../exports/export-queries.ts';
import { listKeysOfImports } from '../imports/import-queries.ts';
import { ORPHANED_FILE_SECONDS, SWEEP_PAGE } from '../limits.ts';
import { workRoot } from '../paths.ts';
import { EXPORT_FOLDER, IMPORT_FOLDER, type Storage } from '../storage/storage.ts';
import { AVATAR_FOLDER, listNamedByUsers } from './avatars/set-avatar.ts';
import {
  PHOTO_FOLDERS,
  PHOTO_KEYS,
  removePhotoFiles,
  type FileContext,
  type PhotoKeys,
} from './photo-files.ts';
import { PHOTO_JOB, photos } from './photo-queries.ts';
import { listPicturesWithoutJob } from './rendition-queries.ts';

type SweepContext = FileContext & { config: Config; db: Database };

/** Rows that refer to stored files. Folders without such a source are not swept. */
interface KeySource {
  folders: readonly string[];
  /** The keys that are in use. */
  listNamed(db: Database, keys: readonly string[]): Promise<string[]>;
}

const SOURCES: readonly KeySource[] = [
  { folders: PHOTO_FOLDERS, listNamed: listNamedByPhotos },
  { folders: [AVATAR_FOLDER], listNamed: listNamedByUsers },
  { folders: [EXPORT_FOLDER], listNamed: listKeysOfExports },
  { folders: [IMPORT_FOLDER], listNamed: listKeysOfImports },
];

/**
 * Removes unattached photos, files that no row refers to, and leftovers of killed processes. When aborted, it
 * ends after the current page; the next sweep does the rest.
 */
export async function sweepPhotos(context: SweepContext, signal: AbortSignal): Promise<'done'> {
  const { config, log } = context;
  const unattached = await removeUnattached(context, signal);
  const before = await findOrphanCutoff(context);
  const files = before === undefined ? 0 : await removeOrphans(context, before, signal);
  const uploads = before === undefined ? 0 : await removeAbandonedFolders(workRoot(config), before);
  const isIdle = unattached + files + uploads === 0;
  log[isIdle ? 'debug' : 'info']({ unattached, files, uploads }, 'swept the photos');
  return 'done';
}

/**
 * The time before which files cannot belong to a request in progress, in milliseconds since 1970 by the
 * database's clock. Undefined if this machine's clock differs, as new files could look old.
 */
async function findOrphanCutoff({ db, log }: SweepContext): Promise<number | undefined> {
  const clocks = await readClocks(db);
  if (clocks?.agree) return clocks.now - ORPHANED_FILE_SECONDS * 1000;
  log.warn(
    { seconds: clocks && Math.round(clocks.skewMs / 1000) },
    'file ages are unreliable; removing none',
  );
  return undefined;
}

async function removeUnattached(context: SweepContext, signal: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const files = await deleteUnattachedPhotos(context.db);
    await removePhotoFiles(context, files);
    removed += files.length;
    if (files.length < SWEEP_PAGE) break;
  }
  return removed;
}

async function removeOrphans(context: SweepContext, before: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for await (const keys of listOldKeys(context.storage, before)) {
    removed += await removeUnused(context, keys);
    if (signal.aborted) break;
  }
  return removed;
}

/** The keys of files written before a time, by page. */
async function* listOldKeys(storage: Storage, before: number): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const { key, modifiedAt } of storage.list()) {
    if (modifiedAt.getTime() >= before) continue;
    page.push(key);
    if (page.length < SWEEP_PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function removeUnused({ db, storage }: SweepContext, keys: readonly string[]): Promise<number> {
  let removed = 0;
  for (const { folders, listNamed } of SOURCES) {
    const candidates = keys.filter((key) => folders.some((folder) => key.startsWith(`${folder}/`)));
    if (candidates.length === 0) continue;
    const used = new Set(await listNamed(db, candidates));
    const unused = candidates.filter((key) => !used.has(key));
    await storage.remove(unused);
    removed += unused.length;
  }
  return removed;
}

/** Requeues pictures whose renditions are missing and have no job. */
export async function cleanUpPhotos({ db, log }: { db: Database; log: Logger }): Promise<void> {
  const pictures = await listPicturesWithoutJob(db);
  for (const { image_key: key, user_id: userId } of pictures) await enqueue(db, PHOTO_JOB, key, userId);
  if (pictures.length > 0) log.info({ photos: pictures.length }, 'requeued photos without renditions');
}

/** Deletes a page of photos that were not attached to an item in time; returns their files. */
async function deleteUnattachedPhotos(db: Database): Promise<PhotoKeys[]> {
  const unattached = photos(db)
    .whereNull('item_id')
    .where('uploaded_at', '<', ago(db, { hours: PHOTO_UNATTACHED_HOURS }))
    .orderBy('id')
    .limit(SWEEP_PAGE)
    .forUpdate()
    .skipLocked()
    .select('id');
  return photos(db).whereIn('id', unattached).delete(PHOTO_KEYS);
}

/** Returns those of the storage keys that photos refer to. */
async function listNamedByPhotos(db: Database, keys: readonly string[]): Promise<string[]> {
  const selects = PHOTO_KEYS.map((column) => `select ${column} as key from photos where ${column} = any (?)`);
  const sql = selects.join(' union all ');
  const rows = await query<{ key: string }>(
    db,
    sql,
    selects.map(() => keys),
  );
  return rows.map(({ key }) => key);
}
