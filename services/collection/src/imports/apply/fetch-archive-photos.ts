import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@kitroom/server/http/errors';
import { isNoSuchRecord } from '../../catalogue/open-catalogue.ts';
import { storePicture, type StoredPicture } from '../../photos/store-picture.ts';
import { CataloguePaused, type Work } from '../import-work.ts';
import type { Cells } from '../read/source-table.ts';
import type { PhotoSource, RowPhotos } from './check-row.ts';

/** Long, as the catalogue paces its requests to the archive, and waits when the archive demands it. */
const TIMEOUT_MS = 360_000;
/** While too many of this service's requests are waiting for pictures, the catalogue says when to retry. */
const RETRIES = 10;

/** Creates a source that fetches the photos of entries through the catalogue, which paces its requests. */
export function createArchivePhotoSource(work: Work): PhotoSource {
  return async (cells) => {
    const result: RowPhotos = { photos: [], missing: [] };
    for (const [index, url] of readUrls(cells).entries()) {
      const picture = await fetchPicture(work, cells, index + 1);
      if (picture === undefined) result.missing.push(url);
      else result.photos.push({ photo: { order: index, caption: '' }, picture });
    }
    return result;
  };
}

/** Returns undefined if the archive does not serve the picture, or serves something else. */
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
