import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PHOTO_CARD_BYTES_MAX, PHOTO_CARD_PIXELS, PHOTO_THUMBNAIL_PIXELS } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { inWorkFolder } from '@kitroom/server/http/work-folder';
import { enqueue, type JobRun } from '@kitroom/server/jobs/jobs';
import type { CollectionMetrics, PhotoOutcome } from '../collection-metrics.ts';
import type { Config } from '../config.ts';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import { workRoot } from '../paths.ts';
import { hasFreeSpace } from '../storage/local-storage.ts';
import { newKey } from '../storage/storage.ts';
import { removeFiles, type FileContext, type PhotoFolder } from './photo-files.ts';
import { AVIF_JOB } from './photo-queries.ts';
import { toSrgb } from './pictures/colour-profile.ts';
import { decodeInTurn } from './pictures/decode-in-turn.ts';
import { openPicture, type StoredOriginal } from './pictures/inspect-picture.ts';
import { makeAvif } from './pictures/make-avif.ts';
import {
  countFailedAttempts,
  findUnfinished,
  keepRendition,
  type Rendition,
  type UnfinishedPhoto,
} from './rendition-queries.ts';

type JobContext = FileContext & { config: Config; db: Database; metrics: CollectionMetrics };

/** The storage failed, which does not count as a failed attempt. */
class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

interface RenditionMaker {
  name: Rendition;
  folder: PhotoFolder;
  extension: string;
  make(source: StoredOriginal, target: string, signal: AbortSignal): Promise<void>;
}

/** The quick renditions, which lists show. They never wait for the AVIFs of other photos. */
export const SMALL_RENDITIONS: readonly RenditionMaker[] = [
  { name: 'thumbnail', folder: 'thumbnails', extension: 'jpg', make: makeThumbnail },
  { name: 'card', folder: 'cards', extension: 'webp', make: makeCard },
];
export const LARGE_RENDITIONS: readonly RenditionMaker[] = [
  { name: 'avif', folder: 'avif', extension: 'avif', make: makeAvif },
];

/** Abandons a picture that crashes every process that decodes it. */
export async function abandonRenditions({ db, log, metrics }: JobContext, imageKey: string): Promise<void> {
  await countFailedAttempts(db, imageKey, PHOTO_ATTEMPTS);
  metrics.photoAttempts.inc({ outcome: 'abandoned' });
  log.error({ picture: imageKey }, ABANDONED);
}

/**
 * Creates those of the given renditions of a picture that are missing; the large ones follow in a separate
 * job. Failures are retried later, at most three times for the same picture. A picture that was replaced or
 * deleted in the meantime leaves no file. When aborted, it ends immediately, and another process starts over.
 */
export async function createRenditions(
  context: JobContext,
  makers: readonly RenditionMaker[],
  { key: imageKey, signal }: Pick<JobRun, 'key' | 'signal'>,
): Promise<'done' | 'unfinished'> {
  const photo = await findUnfinished(context.db, imageKey);
  if (!photo) return 'done';
  const missing = makers.filter(({ name }) => photo[`${name}_key`] === null);
  try {
    if (missing.length > 0) await makeMissing(context, photo, { missing, signal });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return endAttempt(context, photo, error, signal);
  }
  if (makers === SMALL_RENDITIONS) await enqueue(context.db, AVIF_JOB, imageKey, photo.user_id);
  return 'done';
}

const ABANDONED = 'failed to create renditions of a photo; giving up';

async function makeMissing(
  context: JobContext,
  photo: UnfinishedPhoto,
  { missing, signal }: { missing: readonly RenditionMaker[]; signal: AbortSignal },
): Promise<void> {
  await inWorkFolder(workRoot(context.config), async (folder) => {
    const path = join(folder, 'original');
    await withStorageErrors(() => context.storage.fetch(photo.image_key, path));
    const source = { path, owner: photo.user_id, pixels: photo.width * photo.height };
    for (const { name, make, ...file } of missing) {
      signal.throwIfAborted();
      const target = join(folder, `${name}.${file.extension}`);
      await make(source, target, signal);
      const key = newKey(file.folder, file.extension);
      const { size: bytes } = await stat(target);
      await withStorageErrors(() => context.storage.put(key, target));
      if (await keepRendition(context.db, photo.image_key, name, { key, bytes })) continue;
      // The photo was deleted or has another picture.
      await removeFiles(context, [key]);
      return;
    }
  });
  context.metrics.photoAttempts.inc({ outcome: 'made' });
}

async function withStorageErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new StorageFailed('the storage failed', { cause });
  }
}

async function endAttempt(
  { config, db, log, metrics }: JobContext,
  { id, image_key: imageKey }: UnfinishedPhoto,
  error: unknown,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const count = (outcome: PhotoOutcome) => metrics.photoAttempts.inc({ outcome });
  if (signal.aborted) {
    count('interrupted');
    return 'unfinished';
  }
  // An encoder does not report that the disk is full.
  if (error instanceof StorageFailed || !(await hasFreeSpace(workRoot(config)).catch(() => false))) {
    count('storage_failed');
    log.warn({ err: error, photo: id }, 'storage failed while processing a photo; will retry');
    return 'done';
  }
  const attempts = await countFailedAttempts(db, imageKey, 1);
  if (attempts >= PHOTO_ATTEMPTS) {
    count('abandoned');
    log.error({ err: error, photo: id }, ABANDONED);
  } else {
    count('failed');
    log.warn({ err: error, photo: id, attempts }, 'could not create renditions of a photo; will retry');
  }
  return 'done';
}

/** Qualities, tried in turn until the file is small enough. Only noise needs more than the first. */
const QUALITIES = [78, 50, 25, 1];

/** Creates a card for grids, a WebP of the whole picture; transparent areas stay transparent. */
async function makeCard(source: StoredOriginal, target: string): Promise<void> {
  for (const quality of QUALITIES) {
    await decodeInTurn(source, () => writeWebp(source.path, target, quality));
    if ((await stat(target)).size <= PHOTO_CARD_BYTES_MAX) return;
  }
  throw new Error(`could not create a card of at most ${PHOTO_CARD_BYTES_MAX} bytes`);
}

async function writeWebp(source: string, target: string, quality: number): Promise<void> {
  const { width, height } = PHOTO_CARD_PIXELS;
  const picture = openPicture(source)
    .autoOrient()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true });
  await toSrgb(picture, await picture.metadata())
    .webp({ quality })
    .toFile(target);
}

const QUALITY = 80;

/** Creates a thumbnail, a square JPEG of the picture's middle; transparent areas become white. */
async function makeThumbnail(source: StoredOriginal, target: string): Promise<void> {
  const picture = openPicture(source.path)
    .autoOrient()
    .resize(PHOTO_THUMBNAIL_PIXELS, PHOTO_THUMBNAIL_PIXELS, { fit: 'cover' })
    .flatten({ background: 'white' });
  toSrgb(picture, await picture.metadata());
  await decodeInTurn(source, () => picture.jpeg({ quality: QUALITY }).toFile(target));
}
