import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs `use` with a new folder, which is removed with its contents afterwards. */
export async function inWorkFolder<T>(root: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, 'work-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the folders of killed processes: those without writes since a time (milliseconds since 1970).
 * Returns how many. A slow upload takes hours, but its file keeps growing.
 */
export async function removeAbandonedFolders(root: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of await listNames(root)) {
    const folder = join(root, name);
    const paths = [folder, ...(await listNames(folder)).map((file) => join(folder, file))];
    const written = await Promise.all(paths.map(readModificationTime));
    if (Math.max(...written) > before) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

/** Empty if the folder does not exist. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** The time of the last write; now for a path that was deleted in the meantime, as its folder is in use. */
async function readModificationTime(path: string): Promise<number> {
  // Another process may have deleted it.
  const status = await stat(path).catch(() => undefined);
  return status?.mtimeMs ?? Date.now();
}
