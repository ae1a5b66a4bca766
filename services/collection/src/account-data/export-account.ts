import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { unavailable } from '@kitroom/server/http/errors';
import { ZipFile } from 'yazl';
import type { Context } from '../context.ts';
import { EXPORT_PAGE } from '../limits.ts';
import { listItemIds, listItemsById } from '../items/item-queries.ts';
import { toItem } from '../items/item-view.ts';
import { listPhotoIds, listPhotosById, type PhotoRow } from '../photos/photo-queries.ts';
import { toPhoto } from '../photos/photo-view.ts';
import { MissingFileError } from '../storage/storage.ts';
import { inWorkFolder, workRoot } from '../uploads/work-folder.ts';
import { exportSections, type ExportRequest } from './export-sections.ts';

/** Adds a stream to the archive, and resolves once it has been read. */
type Add = (stream: Readable, name: string, options: { compress: boolean }) => Promise<void>;

/**
 * Streams what the service holds about a user as a ZIP: JSON files and the stored images, generated as it is read,
 * one image at a time. Rejects with 503 if the images are unavailable.
 */
export async function exportAccount(context: Context, request: ExportRequest): Promise<Readable> {
  await context.storage.check().catch((error: unknown) => {
    throw unavailable(error);
  });
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stopped = new AbortController();
  output.once('close', () => stopped.abort());
  zip.on('error', (error: Error) => output.destroy(error));
  const add: Add = async (stream, name, options) => {
    addAbortSignal(stopped.signal, stream);
    zip.addReadStream(stream, name, options);
    await finished(stream);
  };
  fill(add, context, request).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function fill(add: Add, context: Context, request: ExportRequest): Promise<void> {
  const { db, storage } = context;
  const { account, baseUrl } = request;
  for (const [name, read] of Object.entries(exportSections(request))) {
    await add(Readable.from([`${JSON.stringify(await read(context, request), null, 2)}\n`]), name, {
      compress: true,
    });
  }
  const itemIds = await listItemIds(db, account.id);
  const items = inPages(itemIds, (ids) => listItemsById(db, ids));
  await add(Readable.from(toJsonLines(items, toItem)), 'items.json', { compress: true });
  const photoIds = await listPhotoIds(db, account.id);
  const photos = () => inPages(photoIds, (ids) => listPhotosById(db, ids));
  const show = (row: PhotoRow) => ({ ...toPhoto(row, storage, baseUrl), file: nameOf(row) });
  await add(Readable.from(toJsonLines(photos(), show)), 'photos.json', { compress: true });
  await inWorkFolder(workRoot(context.config), async (folder) => {
    if (account.avatar_key) await addImage(add, context, folder, account.avatar_key, 'images/avatar.webp');
    for await (const row of photos()) await addImage(add, context, folder, row.image_key, nameOf(row));
  });
}

/** Images deleted meanwhile are skipped. They are stored uncompressed, as they would not shrink. */
async function addImage(
  add: Add,
  { storage }: Context,
  folder: string,
  key: string,
  name: string,
): Promise<void> {
  const path = join(folder, randomUUID());
  try {
    await storage.fetch(key, path);
  } catch (error) {
    if (error instanceof MissingFileError) return;
    throw error;
  }
  await add(createReadStream(path), name, { compress: false });
  await rm(path);
}

function nameOf({ id, image_key: key }: PhotoRow): string {
  return `images/${id}${extname(key)}`;
}

async function* inPages<Row>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += EXPORT_PAGE) {
    yield* await read(ids.slice(start, start + EXPORT_PAGE));
  }
}

/** A JSON array, one entry per line. */
async function* toJsonLines<Row>(
  rows: AsyncIterable<Row>,
  show: (row: Row) => unknown,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}${JSON.stringify(show(row))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
