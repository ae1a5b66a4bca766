import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import type { ZipWriter } from '../exports/zip-writer.ts';

/**
 * Adds a picture to an archive by way of a folder: a slow client must not keep it in memory. It is stored uncompressed,
 * as it would not shrink. One that was deleted meanwhile is skipped.
 */
export async function addStoredFile(
  zip: ZipWriter,
  storage: Storage,
  { key, path, folder }: { key: string; path: string; folder: string },
): Promise<void> {
  const copy = join(folder, randomUUID());
  try {
    await storage.fetch(key, copy);
  } catch (error) {
    if (error instanceof MissingFileError) return;
    throw error;
  }
  await zip.add(path, createReadStream(copy), { compress: false });
  await rm(copy);
}
