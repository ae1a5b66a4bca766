import pLimit from 'p-limit';
import type { Database } from '@kitroom/server/database/database';
import { MEASURED_AT_ONCE, SWEEP_PAGE } from '../limits.ts';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import { listKeys, PHOTO_KEYS, type PhotoKeys } from './photo-files.ts';
import { photos } from './photo-queries.ts';

type MeasureContext = { db: Database; storage: Storage };
type UnmeasuredPhoto = PhotoKeys & { id: number };

/**
 * Measures the photos whose size is unknown, as the previous version does not store it. Rejects if the
 * storage fails; the next run measures the rest.
 */
export async function measurePhotos(
  { db, storage }: MeasureContext,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const limit = pLimit(MEASURED_AT_ONCE);
  for (let last = 0; !signal.aborted;) {
    const page = await listUnmeasured(db, last);
    await Promise.all(
      page.map((photo) =>
        limit(async () => {
          const bytes = await measure(storage, photo);
          if (bytes !== undefined) await keepSize(db, photo, bytes);
        }),
      ),
    );
    const id = page.at(-1)?.id;
    if (id === undefined) return 'done';
    last = id;
  }
  return 'unfinished';
}

function listUnmeasured(db: Database, after: number): Promise<UnmeasuredPhoto[]> {
  return photos(db)
    .whereNull('bytes')
    .where('id', '>', after)
    .orderBy('id')
    .limit(SWEEP_PAGE)
    .select('id', ...PHOTO_KEYS);
}

/** Returns undefined if a file is missing: it may exist once the right folder or bucket is configured. */
async function measure(storage: Storage, photo: PhotoKeys): Promise<number | undefined> {
  try {
    let bytes = 0;
    for (const key of listKeys([photo])) bytes += await storage.size(key);
    return bytes;
  } catch (error) {
    if (error instanceof MissingFileError) return undefined;
    throw error;
  }
}

/** Stores a photo's size, unless it has other files by now; the next run measures those. */
async function keepSize(db: Database, { id, ...keys }: UnmeasuredPhoto, bytes: number): Promise<void> {
  await photos(db)
    .where({ id, ...keys, bytes: null })
    .update({ bytes });
}
