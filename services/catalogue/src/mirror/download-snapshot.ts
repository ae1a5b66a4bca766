import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { bulkFile } from '@kitroom/catalogue-client';
import type * as z from 'zod';

export type BulkFile = z.output<typeof bulkFile>;

/** What a download knows of the file that it has begun. */
type Begun = Pick<BulkFile, 'sha256'> & { etag: string | null };

/**
 * Downloads a file to `path`, going on where an earlier download was interrupted. Throws if it is not what its hash
 * says; the next download then starts over.
 */
export async function downloadSnapshot(
  file: Pick<BulkFile, 'url' | 'bytes' | 'sha256'>,
  path: string,
  request: { headers: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const start = await findStart(file, path);
  if (start.bytes < file.bytes) await receive(file, path, request, start);
  if ((await hashFile(path)) === file.sha256) return;
  await removeSnapshot(path);
  throw new Error(`${file.url} is not what its SHA-256 says`);
}

/** Removes a download, complete or not. */
export async function removeSnapshot(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(noteOf(path), { force: true })]);
}

/** How much of the file is there; nothing if it is of another one, or cannot be continued. */
async function findStart({ sha256 }: Pick<BulkFile, 'sha256'>, path: string) {
  try {
    const begun = JSON.parse(await readFile(noteOf(path), 'utf8')) as Begun;
    if (begun.sha256 === sha256) return { bytes: (await stat(path)).size, etag: begun.etag };
  } catch {
    // Nothing was begun, or its process was killed while it wrote the note.
  }
  return { bytes: 0, etag: null };
}

async function receive(
  { url, sha256 }: Pick<BulkFile, 'url' | 'sha256'>,
  path: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  { bytes, etag }: { bytes: number; etag: string | null },
): Promise<void> {
  const range = bytes > 0 && etag !== null ? { Range: `bytes=${bytes}-`, 'If-Range': etag } : {};
  const response = await fetch(url, { headers: { ...headers, ...range }, signal });
  if (!response.ok || !response.body) throw new Error(`${url} responded with status ${response.status}`);
  const isRest = response.status === 206;
  if (!isRest) {
    await removeSnapshot(path);
    const begun: Begun = { sha256, etag: response.headers.get('etag') };
    await writeFile(noteOf(path), JSON.stringify(begun));
  }
  const handle = await open(path, isRest ? 'a' : 'w');
  try {
    // Chunk by chunk: a pipeline would drop what it holds when the connection is cut.
    for await (const chunk of response.body) await handle.write(chunk);
  } finally {
    await handle.close();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function noteOf(path: string): string {
  return `${path}.json`;
}
