import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { addAbortSignal, Readable, type PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Writes a ZIP archive as a stream, one file at a time. */
export interface ZipWriter {
  /** Adds a file from a stream; resolves when the stream has been read to its end. */
  add(path: string, content: Readable, options: { compress: boolean }): Promise<ZipEntry>;
  /** Adds an uncompressed file from a buffer, which takes less memory than a stream. */
  addBuffer(path: string, content: Buffer): Promise<ZipEntry>;
}

/**
 * Creates an archive whose files `fill` adds, and returns it as a stream. Any error destroys the stream;
 * after the stream is closed, nothing more is read.
 */
export function createZip(fill: (zip: ZipWriter) => Promise<void>): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as PassThrough;
  const stopped = new AbortController();
  const { signal } = stopped;
  output.once('close', () => stopped.abort());
  archive.on('error', (error: Error) => output.destroy(error));
  const zip: ZipWriter = {
    async add(path, content, options) {
      const entry = { path, bytes: 0, sha256: '' };
      const counted = Readable.from(count(content, entry), { objectMode: false });
      addAbortSignal(signal, counted);
      const read = finished(counted);
      addStream(archive, counted, path, options);
      await read;
      return entry;
    },
    async addBuffer(path, content) {
      signal.throwIfAborted();
      const source = Readable.from([content]);
      const read = finished(source);
      addStream(archive, source, path, { compress: false, size: content.length });
      await read;
      if (output.writableNeedDrain) await once(output, 'drain', { signal });
      return { path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
  };
  fill(zip).then(
    () => archive.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

/** Adds a file of indented JSON. */
export function addJson(zip: ZipWriter, path: string, value: unknown): Promise<ZipEntry> {
  return zip.add(path, Readable.from([`${JSON.stringify(value, null, 2)}\n`]), { compress: true });
}

/** Adds a stream. The archive keeps the callback until its end, so the callback releases the stream. */
function addStream(
  archive: ZipFile,
  content: Readable,
  path: string,
  options: { compress: boolean; size?: number },
): void {
  let source: Readable | undefined = content;
  archive.addReadStreamLazy(path, options, (take) => {
    if (source) take(null, source);
    source = undefined;
  });
}

/** Yields the content, and computes its size and checksum. */
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
