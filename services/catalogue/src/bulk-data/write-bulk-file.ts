import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { BulkFile } from './bulk-files.ts';

/** A compressed file that is being written. */
interface OpenBulkFile {
  /** Resolves when more lines may be written. Rejects if the file cannot be written. */
  write(lines: readonly string[]): Promise<void>;
  /** Resolves when the file is complete. */
  close(): Promise<Omit<BulkFile, 'type'>>;
}

/** Creates a gzip file and computes what its description needs; `signal` closes it early. */
export function createBulkFile(path: string, signal: AbortSignal): OpenBulkFile {
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
    async write(lines) {
      rows += lines.length;
      if (!gzip.write(lines.join(''))) await Promise.race([once(gzip, 'drain'), written]);
    },
    async close() {
      gzip.end();
      await written;
      return { rows, bytes, sha256: hash.digest('hex') };
    },
  };
}
