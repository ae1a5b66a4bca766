import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod';
import type { bulkFile } from '@kitroom/catalogue-client';

export type BulkFile = z.output<typeof bulkFile>;

type DownloadedFile = Pick<BulkFile, 'url' | 'bytes' | 'sha256'>;

/** The stored state of a started download. */
type DownloadState = Pick<BulkFile, 'sha256'> & { etag: string | null };

/**
 * Downloads a file to `path`, or continues an interrupted download. Throws if the file is longer than stated
 * or does not match its hash; the next download then starts over.
 */
export async function downloadSnapshot(
  file: DownloadedFile,
  path: string,
  request: { headers: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const start = await findStart(file, path);
  if (start.bytes < file.bytes) await receive(file, path, request, start);
  if ((await hashFile(path)) === file.sha256) return;
  await removeSnapshot(path);
  throw new Error(`${file.url} does not match its SHA-256`);
}

/** Removes a download, complete or not. */
export async function removeSnapshot(path: string): Promise<void> {
  await Promise.all([rm(path, { force: true }), rm(statePathOf(path), { force: true })]);
}

/**
 * Returns how much of the file is already downloaded: 0 bytes if the download is of another file or cannot be
 * continued.
 */
async function findStart({ sha256 }: Pick<BulkFile, 'sha256'>, path: string) {
  try {
    const state = JSON.parse(await readFile(statePathOf(path), 'utf8')) as DownloadState;
    if (state.sha256 === sha256) return { bytes: (await stat(path)).size, etag: state.etag };
  } catch {
    // No download was started, or its process was killed while it wrote the state.
  }
  return { bytes: 0, etag: null };
}

async function receive(
  { url, sha256, bytes: bytesMax }: DownloadedFile,
  path: string,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  { bytes, etag }: { bytes: number; etag: string | null },
): Promise<void> {
  const range = bytes > 0 && etag !== null ? { Range: `bytes=${bytes}-`, 'If-Range': etag } : {};
  // Redirects are not followed, because `fetch` would forward the API key to their target.
  const response = await fetch(url, { headers: { ...headers, ...range }, signal, redirect: 'manual' });
  if (!response.ok || !response.body) throw new Error(`${url} responded with status ${response.status}`);
  const isPartial = response.status === 206;
  if (!isPartial) {
    await removeSnapshot(path);
    const state: DownloadState = { sha256, etag: response.headers.get('etag') };
    await writeFile(statePathOf(path), JSON.stringify(state));
  }
  if (await store(response.body, path, { start: isPartial ? bytes : 0, bytesMax })) return;
  await removeSnapshot(path);
  throw new Error(`${url} has more than the stated ${bytesMax} bytes`);
}

/** Appends a body to a file of `start` bytes. Returns false if the file would exceed `bytesMax` bytes. */
async function store(
  body: ReadableStream<Uint8Array>,
  path: string,
  { start, bytesMax }: { start: number; bytesMax: number },
): Promise<boolean> {
  const handle = await open(path, start > 0 ? 'a' : 'w');
  try {
    let bytes = start;
    // Each chunk is written separately, because a pipeline would discard its buffer when the connection is
    // lost.
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > bytesMax) return false;
      await handle.write(chunk);
    }
    return true;
  } finally {
    await handle.close();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function statePathOf(path: string): string {
  return `${path}.json`;
}
