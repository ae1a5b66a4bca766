import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { itemValue, type ItemValue } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { toStorable } from '@kitroom/shared';
import { explainUnpacking, type Archive } from '@kitroom/tabular';
import { items } from '../../items/item-queries.ts';
import { insertPhoto, PHOTO_JOB } from '../../photos/photo-queries.ts';
import { keepCleanPicture, storePicture } from '../../photos/store-picture.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Admission } from '../../user-limits/admit.ts';
import { listExportedPhotos, parseList } from '../read/read-export.ts';
import type { Cells } from '../read/source-table.ts';
import type { PhotoSource, RestoredPhoto } from './check-row.ts';

const PICTURE_BYTES_MAX = 64 * 1024 * 1024;

interface ExportSource {
  archive: Archive;
  /** The folder that photos are unpacked to. */
  folder: string;
  /** The owner of the new photos. */
  userId: number;
}

/** Creates a source that takes the photos of rows from the ZIP of an export. */
export function createExportPhotoSource(
  storage: Storage,
  { archive, folder, userId }: ExportSource,
): PhotoSource {
  return async (cells) => {
    const restored: RestoredPhoto[] = [];
    for (const photo of listExportedPhotos(cells)) {
      const { file } = photo;
      if (file === null || !archive.has(file) || archive.sizeOf(file) > PICTURE_BYTES_MAX) continue;
      const path = join(folder, 'photo');
      try {
        await pipeline(await archive.read(file), createWriteStream(path));
        const received = { path, size: (await stat(path)).size, name: file };
        const picture =
          (await keepCleanPicture(storage, received, userId)) ??
          (await storePicture(storage, received, userId));
        restored.push({ photo, picture });
      } catch (error) {
        throw explainUnpacking(error, file);
      } finally {
        await rm(path, { force: true });
      }
    }
    return { photos: restored, missing: [] };
  };
}

/** Adds photos to a new item; returns their ids. */
export async function addPhotos(
  db: Database,
  admission: Admission,
  itemId: number,
  restored: readonly RestoredPhoto[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const { photo, picture } of restored) {
    const id = await insertPhoto(db, admission, picture, {
      item_id: itemId,
      caption: toStorable(photo.caption),
      sort_order: photo.order,
      ...(photo.uploaded_at !== undefined && { uploaded_at: new Date(photo.uploaded_at) }),
    });
    await enqueue(db, PHOTO_JOB, picture.key, admission.userId);
    ids.push(id);
  }
  return ids;
}

/** Restores the value history and the timestamps of a new item from an export. */
export async function restoreHistory(db: Database, itemId: number, cells: Cells): Promise<void> {
  const values = parseList(cells['values'], itemValue);
  if (values.length > 0) await replaceValues(db, itemId, values);
  const times = timesSchema.safeParse(cells);
  if (times.success) await items(db).where({ id: itemId }).update(times.data);
}

const time = z.iso.datetime().transform((text) => new Date(text));
const timesSchema = z.object({ created_at: time, updated_at: time });

/** Replaces the history of an item's value. */
async function replaceValues(db: Database, itemId: number, values: readonly ItemValue[]): Promise<void> {
  await db('item_values').where({ item_id: itemId }).delete();
  await query(
    db,
    `insert into item_values (item_id, estimated_value, changed_at)
     select ?, nullif(estimated_value, 'null'::jsonb), changed_at
     from jsonb_to_recordset(?::jsonb) as entries (estimated_value jsonb, changed_at timestamptz)
     order by changed_at`,
    [itemId, JSON.stringify(values)],
  );
}
