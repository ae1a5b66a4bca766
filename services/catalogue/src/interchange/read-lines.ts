import type { Readable } from 'node:stream';
import { LineError } from './read-line.ts';

/** A line of the input, numbered from 1, and how many bytes have been read up to its end. */
export interface InputLine {
  number: number;
  text: string;
  bytes: number;
}

const NEWLINE = 0x0a;
/** A kit's line has some 500 bytes; an embedded logo may have 64 KiB. */
const LINE_MAX_BYTES = 1024 * 1024;

/**
 * Splits a UTF-8 stream into lines, skipping blank ones. Yields a LineError for a line that is too long or
 * not UTF-8.
 */
export async function* readLines(
  input: Readable,
): AsyncGenerator<InputLine | (InputLine & { error: LineError })> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: Buffer[] = [];
  let restBytes = 0;
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
      // The decoder rejects what is not UTF-8, and nothing else.
      return { number, bytes, text: '', error: new LineError('is not UTF-8') };
    }
  }

  for await (const chunk of input as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      const line = toLine(rest.length > 0 ? Buffer.concat([...rest, part]) : part);
      rest = [];
      restBytes = 0;
      start = end + 1;
      if (line) yield line;
    }
    // Do not buffer a line that is too long already.
    if (restBytes <= LINE_MAX_BYTES) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
    }
  }
  const last = restBytes > 0 ? toLine(Buffer.concat(rest)) : undefined;
  if (last) yield last;
}
