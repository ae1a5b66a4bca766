import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
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
 * Removes what processes that were killed have left before a time (milliseconds since 1970); answers how many folders.
 */
export async function removeLeftWork(root: string, before: number): Promise<number> {
  let removed = 0;
  try {
    for await (const { name } of await opendir(root)) {
      const path = join(root, name);
      const found = await stat(path).catch(() => undefined);
      if (!found || found.mtimeMs > before) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  } catch (error) {
    // Nothing was uploaded yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  return removed;
}
