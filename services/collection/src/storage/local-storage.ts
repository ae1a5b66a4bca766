import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, opendir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkKey, isKey, MissingFileError, type Storage, type StoredFile } from './storage.ts';

/** The folder and the base URL of stored files. */
interface LocalStorageOptions {
  /** The folder, created with the first file. */
  root: string;
  /** Ends with a slash; a path of the service (`/media/`), or an absolute URL. */
  mediaUrl: string;
}

/**
 * The folder of incomplete files. No key can refer to them, and they are in the same file system as complete
 * ones.
 */
const INCOMING = '.incoming';
/** The age at which leftovers of killed processes are removed. */
const LEFTOVER_MS = 24 * 3600 * 1000;

/** Stores files in a local folder, or one shared by all replicas. */
export function openLocalStorage(options: LocalStorageOptions): Storage {
  const root = resolve(options.root);
  const pathOf = (key: string) => join(root, checkKey(key));
  /** Once open, a file can be read to its end, even if it is deleted in the meantime. */
  const openFile = (key: string) =>
    open(pathOf(key)).catch((cause: unknown) => {
      throw isMissing(cause) ? new MissingFileError(key, { cause }) : cause;
    });
  let cleaning: Promise<void> | undefined;
  return {
    async put(key, path) {
      const target = pathOf(key);
      await (cleaning ??= removeLeftovers(join(root, INCOMING)));
      await putAtomically(path, join(root, INCOMING, randomUUID()), target);
    },
    async fetch(key, path) {
      const file = await openFile(key);
      await pipeline(file.createReadStream(), createWriteStream(path));
    },
    async load(key) {
      await using file = await openFile(key);
      return await file.readFile();
    },
    async read(key, range) {
      return (await openFile(key)).createReadStream(range);
    },
    async size(key) {
      await using file = await openFile(key);
      return (await file.stat()).size;
    },
    async remove(keys) {
      for (const path of keys.map(pathOf)) await unlink(path).catch(ignoreMissing);
    },
    list: () => listFiles(root, root),
    async check() {
      if (!(await hasFreeSpace(root))) throw new Error(`the disk of ${root} is nearly full`);
      await access(root, constants.W_OK);
    },
    url(key, baseUrl) {
      const { mediaUrl } = options;
      return `${mediaUrl.startsWith('/') ? baseUrl : ''}${mediaUrl}${checkKey(key)}`;
    },
    close: () => undefined,
  };
}

async function putAtomically(source: string, incoming: string, target: string): Promise<void> {
  const folders = [dirname(incoming), dirname(target)];
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
  try {
    // Flushed, so that the data reaches the disk before the name does. Private, as the service decides who
    // may read it.
    await pipeline(
      createReadStream(source),
      createWriteStream(incoming, { flags: 'wx', flush: true, mode: 0o600 }),
    );
    await rename(incoming, target);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
  await using folder = await open(dirname(target));
  await folder.sync();
}

async function removeLeftovers(folder: string): Promise<void> {
  const before = Date.now() - LEFTOVER_MS;
  try {
    for await (const { name } of await opendir(folder)) {
      const path = join(folder, name);
      if ((await stat(path)).mtimeMs < before) await unlink(path);
    }
  } catch {
    // Another process was faster, or the storage is unavailable, which the following write reports.
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await opendir(folder).catch(ignoreMissing);
  if (entries === undefined) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    const key = relative(root, path);
    // Hidden folders contain incomplete files.
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* listFiles(root, path);
    if (!entry.isFile() || !isKey(key)) continue;
    const stats = await stat(path).catch(ignoreMissing);
    if (stats) yield { key, modifiedAt: stats.mtime };
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** The required free space: twice the largest upload with its renditions. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

/**
 * Whether the disk of a folder (created if missing) has space for more files. Rejects if the folder cannot be
 * created.
 */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= FREE_BYTES_MIN;
}
