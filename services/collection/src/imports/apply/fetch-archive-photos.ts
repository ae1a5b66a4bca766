import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@kitroom/server/http/errors';
import { isNoSuchRecord } from '../../catalogue/open-catalogue.ts';
import { storePicture, type StoredPicture } from '../../photos/store-picture.ts';
import type { Cells } from '../read/source-table.ts';
import { CataloguePaused, type Work } from '../work.ts';
import type { PhotoSource, RowPhotos } from './check-row.ts';

/** The catalogue waits for its turn, and for what the archive asks it to wait. */
const TIMEOUT_MS = 360_000;
/** While too many requests of this service are waiting for pictures, the catalogue says when to try again. */
const RETRIES = 10;

/** Fetches the photos of entries through the catalogue, which keeps the archive's pace. */
export function fromArchive(work: Work): PhotoSource {
  return async (cells) => {
    const found: RowPhotos = { photos: [], missing: [] };
    for (const [index, url] of readUrls(cells).entries()) {
      const picture = await fetchPicture(work, cells, index + 1);
      if (picture === undefined) found.missing.push(url);
      else found.photos.push({ photo: { order: index, caption: '' }, picture });
    }
    return found;
  };
}

/** Undefined if the archive does not serve the picture, or it is none. */
async function fetchPicture(
  { context, record, folder }: Work,
  cells: Cells,
  number: number,
): Promise<StoredPicture | undefined> {
  const path = join(folder, 'photo');
  const entry = { userid: record.archive_user_id ?? 0, entry_id: Number(cells['external_id']), number };
  try {
    const file = await context.catalogue.userCollections.image(entry, {
      timeoutMs: TIMEOUT_MS,
      retries: RETRIES,
    });
    await writeFile(path, file.stream());
    const received = { path, size: file.size, name: `${number}` };
    return await storePicture(context.storage, received, record.user_id);
  } catch (error) {
    if (isNoSuchRecord(error) || (error instanceof ServiceError && error.code === 'invalid'))
      return undefined;
    throw error instanceof ServiceError ? error : new CataloguePaused(error);
  } finally {
    await rm(path, { force: true });
  }
}

function readUrls({ photos, external_id: id }: Cells): string[] {
  return photos === undefined || id === undefined ? [] : (JSON.parse(photos) as string[]);
}
