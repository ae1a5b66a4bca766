import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Lists the paths of all files below a folder, relative and sorted. Folders that other processes remove in
 * the meantime count as empty.
 */
export function listFiles(folder: string): string[] {
  return listBelow(folder)
    .map((path) => relative(folder, path))
    .toSorted();
}

function listBelow(folder: string): string[] {
  return readFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
