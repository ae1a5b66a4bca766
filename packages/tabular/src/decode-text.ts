import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** The name of an encoding in the Encoding Standard (encoding.spec.whatwg.org), such as `windows-1252`. */
export type TextEncoding = string;

const SAMPLE_BYTES = 64 * 1024;

const MAC_ROMAN = 'macintosh';

/**
 * The encoding of a name in any spelling, such as `Latin-1`, `cp1252` or `MacRoman`; undefined if the name is
 * unknown.
 */
export function findEncoding(name: string): TextEncoding | undefined {
  const label = name.trim().toLowerCase().replaceAll('_', '-');
  if (/^(?:apple-?)?mac[- ]?(?:os-?)?(?:roman)?$/.test(label)) return MAC_ROMAN;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    // There is no such encoding.
    return undefined;
  }
}

/** The first bytes of a file. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The encoding of a text file: by its byte order mark, its null bytes, whether all of it is valid UTF-8, and
 * otherwise by its bytes next to letters.
 */
export async function detectEncoding(path: string): Promise<TextEncoding> {
  const start = await readStart(path);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return detectUtf16(start) ?? (await detectByBytes(path));
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

async function detectByBytes(path: string): Promise<TextEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  const evidence = { mac: 0, windows: 0, lineFeeds: 0 };
  for await (const chunk of createReadStream(path)) {
    isUtf8 &&= isValid(decoder, chunk as Buffer);
    if (!isUtf8) countEvidence(chunk as Buffer, evidence);
    else if (evidence.lineFeeds === 0) evidence.lineFeeds += Number((chunk as Buffer).includes(LINE_FEED));
  }
  if (isUtf8 && isValid(decoder)) return 'utf-8';
  const { mac, windows, lineFeeds } = evidence;
  return mac > windows || (lineFeeds === 0 && mac === windows) ? MAC_ROMAN : 'windows-1252';
}

function isValid(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const LINE_FEED = 0x0a;

/** Signs of Windows-1252 that occur next to letters: € … ‘ ’ “ ” – — ™. */
const WINDOWS_SIGNS: ReadonlySet<number> = new Set([0x80, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99]);

/**
 * Counts evidence for MacRoman and for Windows-1252. Letters with accents are below 0xA0 in MacRoman, where
 * Windows-1252 has signs and rare letters, and from 0xC0 on in Windows-1252, where MacRoman has mostly signs.
 * Only bytes next to an ASCII letter count. Old Macs end lines with CR.
 */
function countEvidence(bytes: Buffer, evidence: { mac: number; windows: number; lineFeeds: number }): void {
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === LINE_FEED) evidence.lineFeeds += 1;
    if (byte < 0x80 || !(isLetter(bytes[index - 1]) || isLetter(bytes[index + 1]))) continue;
    if (byte >= 0xc0) evidence.windows += 1;
    else if (byte < 0xa0 && !WINDOWS_SIGNS.has(byte)) evidence.mac += 1;
  }
}

function isLetter(byte = 0): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** The text of a file in pieces, without its byte order mark. */
export async function* decodeFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  yield* decodeStream(createReadStream(path), encoding);
}

/** The text of a stream of bytes in pieces, without its byte order mark. */
export async function* decodeStream(
  bytes: AsyncIterable<unknown>,
  encoding: TextEncoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk as Buffer, { stream: true });
    if (text !== '') yield text;
  }
  const lastText = decoder.decode();
  if (lastText !== '') yield lastText;
}
