import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingFileError, type Storage } from '../storage/storage.ts';
import type { ZipEntry, ZipWriter } from './zip-writer.ts';

/**
 * Adds a picture to an archive, by way of a folder, as a storage may fail in the middle. It is stored uncompressed, as
 * it would not shrink. Undefined if it was deleted meanwhile.
 */
export async function addStoredFile(
  zip: ZipWriter,
  storage: Storage,
  { key, path, folder }: { key: string; path: string; folder: string },
): Promise<ZipEntry | undefined> {
  const copy = join(folder, randomUUID());
  try {
    await storage.fetch(key, copy);
  } catch (error) {
    if (error instanceof MissingFileError) return undefined;
    throw error;
  }
  const entry = await zip.add(path, createReadStream(copy), { compress: false });
  await rm(copy);
  return entry;
}
