import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Writes a ZIP archive as a stream, one file at a time. */
export interface ZipWriter {
  /** Adds a file, and resolves once it has been read to its end. */
  add(path: string, content: Readable, options: { compress: boolean }): Promise<ZipEntry>;
}

/**
 * Creates an archive whose files `fill` adds, and returns its bytes. Whatever fails, the stream fails with that error;
 * once it is closed, no more is read.
 */
export function createZip(fill: (zip: ZipWriter) => Promise<void>): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const stopped = new AbortController();
  output.once('close', () => stopped.abort());
  archive.on('error', (error: Error) => output.destroy(error));
  const zip: ZipWriter = {
    async add(path, content, options) {
      const entry = { path, bytes: 0, sha256: '' };
      const counted = Readable.from(count(content, entry), { objectMode: false });
      addAbortSignal(stopped.signal, counted);
      archive.addReadStream(counted, path, options);
      await finished(counted);
      return entry;
    },
  };
  fill(zip).then(
    () => archive.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** The content, while its size and checksum are taken. */
async function* count(content: Readable, entry: ZipEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    hash.update(bytes);
    entry.bytes += bytes.length;
    yield bytes;
  }
  entry.sha256 = hash.digest('hex');
}
