import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';

/**
 * Where uploads lie until they are answered, and pictures that are being worked on: beside the stored files where
 * these are on this machine, as there is room there, else in the system's folder for temporary files.
 */
export function workRoot(config: Pick<Config, 'STORAGE' | 'MEDIA_ROOT'>): string {
  if (config.STORAGE === 'local') return resolve(config.MEDIA_ROOT, '.uploads');
  return join(tmpdir(), `kitroom-collection-${process.getuid?.() ?? 'uploads'}`);
}

/** Lets `use` work in a folder of its own, which is gone with all that is in it when this resolves or rejects. */
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
 * Removes what processes that were killed have left: folders in which nothing was written since a time (milliseconds
 * since 1970). Returns how many. A slow upload takes hours, but its file grows all the time.
 */
export async function removeLeftWork(root: string, before: number): Promise<number> {
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

/** Nothing where there is no such folder. */
async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

/** That of what has gone meanwhile is now: somebody is at work there. */
async function readModificationTime(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? Date.now();
}
