import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const SAMPLE_BYTES = 64 * 1024;

/** The first bytes of a file. */
export async function readStart(path: string, bytes = SAMPLE_BYTES): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The encoding of a text file: by its byte order mark, its null bytes, and whether all of it is valid UTF-8. */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  const start = await readStart(path);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const wide = detectUtf16(start);
  if (wide) return wide;
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** In UTF-16, every other byte of Latin text is null. */
function detectUtf16(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const nulls = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) nulls[index % 2] = (nulls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
  const enough = start.length / 5;
  if (odd > enough && even < enough / 10) return 'utf-16le';
  if (even > enough && odd < enough / 10) return 'utf-16be';
  return undefined;
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    // The decoder's error; those of the file are passed on.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  yield* decodeStream(createReadStream(path), encoding);
}

/** As `decodeFile`, for bytes from elsewhere. */
export async function* decodeStream(
  bytes: AsyncIterable<unknown>,
  encoding: TextEncoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
