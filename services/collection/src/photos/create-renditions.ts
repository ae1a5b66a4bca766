import { join } from 'node:path';
import type { Database } from '@kitroom/server/database/database';
import type { CollectionMetrics, PhotoOutcome } from '../collection-metrics.ts';
import type { Config } from '../config.ts';
import { hasRoom } from '../storage/find-room.ts';
import { inWorkFolder, workRoot } from '../uploads/work-folder.ts';
import { newPhotoKey, removeFiles, type FileContext } from './photo-files.ts';
import { makeAvif } from './pictures/make-avif.ts';
import { makeThumbnail } from './pictures/make-thumbnail.ts';
import {
  beginAttempt,
  findFailedRendition,
  uncountAttempt,
  keepVersion,
  type PhotoAttempt,
} from './rendition-queries.ts';
import { PHOTO_ATTEMPTS } from '../limits.ts';

type JobContext = FileContext & { config: Config; db: Database; metrics: CollectionMetrics };

/** The storage failed, not the picture. */
class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/**
 * Creates the missing renditions of a picture, the thumbnail first. Failures are retried later, at most three times
 * for the same picture; a picture that was replaced or deleted meanwhile leaves no file. When aborted it ends at
 * once, and another process starts over.
 */
export async function createRenditions(
  context: JobContext,
  imageKey: string,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const { config, db, log } = context;
  const attempt = await beginAttempt(db, imageKey);
  if (!attempt) {
    const id = await findFailedRendition(db, imageKey);
    if (id !== undefined) log.error({ photo: id }, GIVEN_UP);
    return 'done';
  }
  try {
    await inWorkFolder(workRoot(config), (folder) => makeMissing(context, attempt, folder, signal));
    context.metrics.photoAttempts.inc({ outcome: 'made' });
    return 'done';
  } catch (error) {
    return endAttempt(context, attempt, error, signal);
  }
}

const GIVEN_UP = 'the versions of a photo cannot be made; it is shown without them';

async function makeMissing(
  context: JobContext,
  attempt: PhotoAttempt,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const source = join(folder, 'original');
  await ofStorage(() => context.storage.fetch(attempt.image_key, source));
  if (attempt.thumbnail_key === null) {
    const path = join(folder, 'thumbnail.jpg');
    await makeThumbnail(source, path);
    if (!(await store(context, attempt, 'thumbnail', path))) return;
  }
  signal.throwIfAborted();
  if (attempt.avif_key === null) {
    const path = join(folder, 'version.avif');
    await makeAvif(source, path, signal);
    await store(context, attempt, 'avif', path);
  }
}

/** Stores a rendition; returns false if it is no longer needed, and was removed again. */
async function store(
  context: JobContext,
  { image_key: imageKey }: PhotoAttempt,
  version: 'avif' | 'thumbnail',
  path: string,
): Promise<boolean> {
  const key = version === 'avif' ? newPhotoKey('avif', 'avif') : newPhotoKey('thumbnails', 'jpg');
  await ofStorage(() => context.storage.put(key, path));
  const isKept = await keepVersion(context.db, imageKey, version, key);
  if (!isKept) await removeFiles(context, [key]);
  return isKept;
}

async function ofStorage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new StorageFailed('the storage failed', { cause });
  }
}

async function endAttempt(
  { config, db, log, metrics }: JobContext,
  { id, image_key: imageKey, attempts }: PhotoAttempt,
  error: unknown,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const count = (outcome: PhotoOutcome) => metrics.photoAttempts.inc({ outcome });
  if (signal.aborted) {
    count('interrupted');
    await uncountAttempt(db, imageKey);
    return 'unfinished';
  }
  // An encoder does not report that the disk is full.
  if (error instanceof StorageFailed || !(await hasRoom(workRoot(config)).catch(() => false))) {
    count('storage_failed');
    await uncountAttempt(db, imageKey);
    log.warn({ err: error, photo: id }, 'storage failed while processing a photo; will retry');
  } else if (attempts >= PHOTO_ATTEMPTS) {
    count('given_up');
    log.error({ err: error, photo: id }, GIVEN_UP);
  } else {
    count('failed');
    log.warn({ err: error, photo: id, attempts }, 'could not create renditions of a photo; will retry');
  }
  return 'done';
}
