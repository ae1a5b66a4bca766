import type { Readable } from 'node:stream';
import { LineError } from './read-line.ts';

/** A line of the input, numbered from 1, and how many bytes of the input have been read. */
export interface InputLine {
  number: number;
  text: string;
  bytes: number;
}

const NEWLINE = 0x0a;
/** The maximum size of a line. A kit's line has about 500 bytes; an embedded logo may have 64 KiB. */
const LINE_MAX_BYTES = 1024 * 1024;

/**
 * Splits a UTF-8 stream into lines and skips blank ones. Lines that are too long or not UTF-8 have a
 * LineError.
 */
export async function* readLines(
  input: Readable,
): AsyncGenerator<InputLine | (InputLine & { error: LineError })> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let number = 0;
  let bytes = 0;

  function toLine(line: Buffer): InputLine | (InputLine & { error: LineError }) | undefined {
    number += 1;
    if (line.length > LINE_MAX_BYTES) {
      return { number, bytes, text: '', error: new LineError(`has more than ${LINE_MAX_BYTES} bytes`) };
    }
    try {
      const text = decoder.decode(line).trim();
      return text === '' ? undefined : { number, bytes, text };
    } catch {
      // The decoder throws only for invalid UTF-8.
      return { number, bytes, text: '', error: new LineError('is not UTF-8') };
    }
  }

  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      const line = toLine(pending.length > 0 ? Buffer.concat([...pending, part]) : part);
      pending = [];
      pendingBytes = 0;
      start = end + 1;
      if (line) yield line;
    }
    // A line that is already too long is not buffered further.
    if (pendingBytes <= LINE_MAX_BYTES) {
      pending.push(chunk.subarray(start));
      pendingBytes += chunk.length - start;
    }
  }
  const last = pendingBytes > 0 ? toLine(Buffer.concat(pending)) : undefined;
  if (last) yield last;
}
