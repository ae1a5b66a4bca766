import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type * as z from 'zod';
import type { bulkFile } from '@kitroom/catalogue-client';

/** The path of the list of files; the files are below it. */
export const BULK_DATA_PATH = '/api/bulk-data';

/** The description of a file of a generation. */
export type BulkFile = Pick<z.input<typeof bulkFile>, 'type' | 'rows' | 'bytes' | 'sha256'>;

/** Files that are made together, from one snapshot. */
export interface BulkList {
  /** The last change that the files contain. */
  sequence: number;
  files: BulkFile[];
}

/** The files in a folder. The folder's name is the time of their creation, in milliseconds since 1970. */
export interface Generation extends BulkList {
  id: number;
}

/** The name of the list of a generation's files, in its folder. */
export const LIST_FILE = 'list.json';

export function fileNameOf(type: BulkFile['type']): string {
  return `${type}.ndjson.gz`;
}

/** Finds the newest generation; undefined before the first one. */
export async function findGeneration(root: string): Promise<Generation | undefined> {
  const id = (await listGenerations(root)).at(-1);
  if (id === undefined) return undefined;
  const list = JSON.parse(await readFile(join(root, String(id), LIST_FILE), 'utf8')) as BulkList;
  return { id, ...list };
}

/**
 * Returns the ids of all generations, oldest first. Folders are renamed to an id only when all their files
 * are complete.
 */
export async function listGenerations(root: string): Promise<number[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((left, right) => left - right);
}

/** Creates a gzip file and computes the fields of its description. `signal` closes it early. */
export function createBulkFile(path: string, signal: AbortSignal) {
  const gzip = createGzip();
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;

  async function* measure(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }

  const written = pipeline(gzip, measure, createWriteStream(path, { flush: true }), { signal });
  // `write` and `close` report the error; until then it must not count as unhandled.
  written.catch(() => undefined);
  return {
    /** Resolves when more lines may be written. Rejects if the file cannot be written. */
    async write(lines: readonly string[]): Promise<void> {
      rows += lines.length;
      if (!gzip.write(lines.join(''))) await Promise.race([once(gzip, 'drain'), written]);
    },
    /** Resolves when the file is complete. */
    async close(): Promise<Omit<BulkFile, 'type'>> {
      gzip.end();
      await written;
      return { rows, bytes, sha256: hash.digest('hex') };
    },
  };
}
