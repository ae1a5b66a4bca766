import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  EXPORT_FILES,
  EXPORT_FORMAT,
  EXPORT_FORMAT_VERSION,
  type ExportedAccount,
  type ExportManifest,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import { ofUser } from '../items/item-filters.ts';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import { toLines, toTableHead, toTableRows, type ExportEntry } from './export-item-view.ts';
import { listExportIds, readExportItems } from './read-export-items.ts';
import { addJson, createZip, type ZipEntry, type ZipWriter } from './zip-writer.ts';

interface ExportWork {
  db: Database;
  storage: Storage;
  account: AccountRow;
  /** A folder for temporary files. */
  folder: string;
  onProgress(progress: { done: number; total: number }): Promise<void>;
}

/**
 * Writes the ZIP of a collection to a file. Only a page of items and the names of files are kept in memory.
 */
export async function writeExport(work: ExportWork, path: string): Promise<void> {
  await pipeline(
    createZip((zip) => fill(zip, work)),
    createWriteStream(path),
  );
}

async function fill(zip: ZipWriter, work: ExportWork): Promise<void> {
  const { db, account, folder } = work;
  const ids = await listExportIds(db, ofUser(account.id), [{ key: 'created_at', descending: false }]);
  const files: ZipEntry[] = [];
  const counts = { items: 0, photos: 0 };
  const [lines, table] = [join(folder, EXPORT_FILES.items), join(folder, EXPORT_FILES.table)];
  await appendFile(lines, '');
  await appendFile(table, toTableHead({ bom: false }));
  await work.onProgress({ done: 0, total: ids.length });
  for await (const entries of readExportItems(db, ids)) {
    for (const entry of entries) {
      const photos = await addPhotos(zip, work.storage, entry);
      for (const photo of photos) files.push(photo);
      counts.photos += photos.length;
    }
    await appendFile(lines, toLines(entries));
    await appendFile(table, toTableRows(entries));
    counts.items += entries.length;
    await work.onProgress({ done: counts.items, total: ids.length });
  }
  files.push(await zip.add(EXPORT_FILES.items, createReadStream(lines), { compress: true }));
  files.push(await zip.add(EXPORT_FILES.table, createReadStream(table), { compress: true }));
  files.push(await addJson(zip, EXPORT_FILES.account, toExportedAccount(account)));
  await addJson(zip, EXPORT_FILES.manifest, toManifest(counts, files));
}

/** Adds the photos of an item; in its line, `file` becomes null for photos whose files are missing. */
async function addPhotos(
  zip: ZipWriter,
  storage: Storage,
  { item, photos }: ExportEntry,
): Promise<ZipEntry[]> {
  const added: ZipEntry[] = [];
  for (const [index, { image_key: key }] of photos.entries()) {
    const photo = item.photos[index];
    if (!photo?.file) continue;
    const content = await loadFile(storage, key);
    if (content) added.push(await zip.addBuffer(photo.file, content));
    else photo.file = null;
  }
  return added;
}

/** Returns undefined if the file is missing. */
function loadFile(storage: Storage, key: string): Promise<Buffer | undefined> {
  return storage.load(key).catch((error: unknown) => {
    if (error instanceof MissingFileError) return undefined;
    throw error;
  });
}

function toManifest(counts: ExportManifest['counts'], files: ZipEntry[]): ExportManifest {
  return {
    format: EXPORT_FORMAT,
    format_version: EXPORT_FORMAT_VERSION,
    created_at: new Date().toISOString(),
    counts,
    files,
  };
}

function toExportedAccount(account: AccountRow): ExportedAccount {
  const { username, name, email, biography, location, is_private, created_at } = account;
  return { username, name, email, biography, location, is_private, created_at: created_at.toISOString() };
}
