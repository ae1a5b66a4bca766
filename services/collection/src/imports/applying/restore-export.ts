import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  exportedPhoto,
  itemValue,
  PHOTO_CAPTION_MAX,
  PHOTOS_PER_ITEM,
  type ExportedPhoto,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import * as z from 'zod';
import { keepCleanPicture } from '../../photos/keep-clean-picture.ts';
import { PHOTO_JOB } from '../../photos/photo-job-names.ts';
import { insertPhoto } from '../../photos/photo-queries.ts';
import { storePicture, type StoredPicture } from '../../photos/store-picture.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Archive } from '../reading/open-archive.ts';
import { explainUnpacking } from '../reading/open-archive.ts';
import type { Cells } from '../reading/source-table.ts';
import { replaceValues, restoreTimes, restoreUploadTime } from './restore-queries.ts';

const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

/** A photo of an export whose picture is stored, and to which no row refers yet. */
export interface RestoredPhoto {
  photo: ExportedPhoto;
  picture: StoredPicture;
}

/** Stores the pictures of a row's photos. */
export async function storePhotos(
  storage: Storage,
  { archive, folder }: { archive: Archive; folder: string },
  cells: Cells,
): Promise<RestoredPhoto[]> {
  const restored: RestoredPhoto[] = [];
  for (const photo of parseList(cells['photos'], exportedPhoto).slice(0, PHOTOS_PER_ITEM)) {
    const { file } = photo;
    if (file === null || !archive.has(file) || archive.sizeOf(file) > PICTURE_BYTES_MAX) continue;
    const path = join(folder, 'photo');
    try {
      await pipeline(await archive.read(file), createWriteStream(path));
      const received = { path, size: (await stat(path)).size, name: file };
      const picture = (await keepCleanPicture(storage, received)) ?? (await storePicture(storage, received));
      restored.push({ photo, picture });
    } catch (error) {
      throw explainUnpacking(error, file);
    } finally {
      await rm(path, { force: true });
    }
  }
  return restored;
}

/** Gives a new item what an export tells beyond its fields; returns the ids of its photos. */
export async function restoreExtras(
  db: Database,
  { itemId, userId, cells }: { itemId: number; userId: number; cells: Cells },
  photos: readonly RestoredPhoto[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { photo, picture } of photos) {
    const { key, width, height } = picture;
    const caption = Array.from(photo.caption).slice(0, PHOTO_CAPTION_MAX).join('');
    const id = await insertPhoto(db, userId, {
      item_id: itemId,
      image_key: key,
      width,
      height,
      caption,
      sort_order: photo.order,
    });
    await restoreUploadTime(db, id, photo.uploaded_at);
    await enqueue(db, PHOTO_JOB, key);
    ids.push(id);
  }
  const values = parseList(cells['values'], itemValue);
  if (values.length > 0) await replaceValues(db, itemId, values);
  const times = timesSchema.safeParse(cells);
  if (times.success) await restoreTimes(db, itemId, times.data);
  return ids;
}

const timesSchema = z.object({ created_at: z.iso.datetime(), updated_at: z.iso.datetime() });

/** A JSON list in a cell; what is none, as a table may hold anything, counts as empty. */
function parseList<T>(text: string | undefined, entry: z.ZodType<T>): T[] {
  if (text === undefined) return [];
  try {
    return z.array(entry).parse(JSON.parse(text));
  } catch {
    return [];
  }
}
