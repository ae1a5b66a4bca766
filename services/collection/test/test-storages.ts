import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCollectionConfig } from '../src/config.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import type { Storage } from '../src/storage/storage.ts';

/** Storages of one test file, and a folder for it. */
export interface TestStorages {
  folder: string;
  /** Opens the storage configured by these variables; by default, local storage in the folder. */
  open(env?: Record<string, string>): Storage;
  /** Writes a file to the folder; returns its path. */
  aFile(content: string | Buffer): Promise<string>;
  /** Reads the content stored under a key. */
  read(storage: Storage, key: string): Promise<Buffer>;
  /** Closes the storages and removes the folder. */
  close(): Promise<void>;
}

/** Creates the folder. */
export async function openTestStorages(): Promise<TestStorages> {
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-storage-'));
  const opened: Storage[] = [];
  return {
    folder,
    open(env = {}) {
      const storage = openStorage(
        readCollectionConfig({
          DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
          MEDIA_ROOT: join(folder, 'media'),
          ...env,
        }),
      );
      opened.push(storage);
      return storage;
    },
    async aFile(content) {
      const path = join(folder, randomUUID());
      await writeFile(path, content);
      return path;
    },
    async read(storage, key) {
      const path = join(folder, randomUUID());
      await storage.fetch(key, path);
      return readFile(path);
    },
    async close() {
      for (const storage of opened) storage.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** An unused key. */
export function newKey(extension = 'jpg'): string {
  return `originals/${randomUUID()}.${extension}`;
}

/** The keys of all files in a storage. */
export async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys;
}
