import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type * as z from 'zod';
import type { bulkFile } from '@kitroom/catalogue-client';

/** Where the list and the files are served. */
export const BULK_DATA_PATH = '/api/bulk-data';

/** Describes a file of a generation. */
export type BulkFile = Pick<z.input<typeof bulkFile>, 'type' | 'rows' | 'bytes' | 'sha256'>;

/** Files that are made together, from one snapshot. */
export interface BulkList {
  /** The last change that the files contain. */
  sequence: number;
  files: BulkFile[];
}

/** The files in a folder, which is named after when they were made, in milliseconds since 1970. */
export interface Generation extends BulkList {
  id: number;
}

/** The list of a generation's files, in its folder. */
export const LIST_FILE = 'list.json';

export function fileNameOf(type: BulkFile['type']): string {
  return `${type}.ndjson.gz`;
}

/** The newest generation; undefined if there is none. */
export async function findGeneration(root: string): Promise<Generation | undefined> {
  const id = (await listGenerations(root)).at(-1);
  if (id === undefined) return undefined;
  const list = JSON.parse(await readFile(join(root, String(id), LIST_FILE), 'utf8')) as BulkList;
  return { id, ...list };
}

/** The ids of all generations, oldest first. A folder gets its name when all its files are complete. */
export async function listGenerations(root: string): Promise<number[]> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((one, other) => one - other);
}

/** Creates a gzip file and computes what its description needs; `signal` closes it early. */
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
  // `write` and `close` report it.
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
