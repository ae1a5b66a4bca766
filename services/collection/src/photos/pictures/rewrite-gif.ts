import { cutLzwData } from './lzw-codes.ts';

const HEADER_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const TEXT = 0x01;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** The application extensions that specify the number of repetitions, both in the same way. */
const REPETITIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const PIECE_BYTES = 255;

/**
 * Rewrites a GIF from its known parts: colours, frames, their delays, and the number of repetitions.
 * Everything else is dropped, including data after the last compressed pixel. Pixels are not re-encoded, as
 * that takes more time and loses colours. Throws a RangeError if the GIF is incomplete.
 */
export async function rewriteGif(gif: Buffer): Promise<Buffer> {
  let at = HEADER_BYTES + colourTableBytes(gif, 10);
  const written: Buffer[] = [take(gif, 0, at)];
  let repetitions: Buffer | undefined;
  let control: Buffer | undefined;
  // Some programs omit the trailer.
  while (at < gif.length && gif.readUInt8(at) !== TRAILER) {
    if (gif.readUInt8(at) === IMAGE) {
      const { frame, end } = await readFrame(gif, at);
      written.push(...(control ? [control] : []), frame);
      control = undefined;
      at = end;
      continue;
    }
    const { label, pieces, end } = readExtension(gif, at);
    if (label === GRAPHIC_CONTROL) control = toControl(pieces);
    // The preceding control block belongs to the text.
    if (label === TEXT) control = undefined;
    if (label === APPLICATION && !repetitions) {
      repetitions = toRepetitions(pieces);
      if (repetitions) written.push(repetitions);
    }
    at = end;
  }
  return Buffer.concat([...written, Buffer.of(TRAILER)]);
}

async function readFrame(gif: Buffer, start: number): Promise<{ frame: Buffer; end: number }> {
  // Skips position and size, flags, colours, and bits per pixel.
  const dataStart = start + 10 + colourTableBytes(gif, start + 9) + 1;
  const { pieces, end } = readPieces(gif, dataStart);
  const pixels = gif.readUInt16LE(start + 5) * gif.readUInt16LE(start + 7);
  const pixelBits = gif.readUInt8(dataStart - 1);
  if (pixelBits < 1 || pixelBits > 8) throw new RangeError('a GIF has 1 to 8 bits per pixel');
  const data = await cutLzwData({ data: Buffer.concat(pieces), pixelBits, pixels });
  return { frame: Buffer.concat([take(gif, start, dataStart), toPieces(data)]), end };
}

function readExtension(gif: Buffer, start: number) {
  if (gif.readUInt8(start) !== EXTENSION) throw new RangeError('invalid GIF block');
  return { label: gif.readUInt8(start + 1), ...readPieces(gif, start + 2) };
}

/** Data is stored in sub-blocks of at most 255 bytes, each preceded by its length; an empty one ends it. */
function readPieces(gif: Buffer, start: number): { pieces: Buffer[]; end: number } {
  const pieces: Buffer[] = [];
  for (let at = start; ;) {
    const next = at + 1 + gif.readUInt8(at);
    if (next === at + 1) return { pieces, end: next };
    pieces.push(take(gif, at + 1, next));
    at = next;
  }
}

function toPieces(data: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < data.length; at += PIECE_BYTES) {
    const piece = data.subarray(at, at + PIECE_BYTES);
    pieces.push(Buffer.of(piece.length), piece);
  }
  return Buffer.concat([...pieces, Buffer.of(0)]);
}

/** Writes a frame's delay, disposal, and transparent colour. */
function toControl([data]: readonly Buffer[]): Buffer | undefined {
  if (data?.length !== 4) return undefined;
  return Buffer.concat([Buffer.of(EXTENSION, GRAPHIC_CONTROL), toPieces(data)]);
}

function toRepetitions([name, count]: readonly Buffer[]): Buffer | undefined {
  if (!name || !REPETITIONS.has(name.toString('latin1'))) return undefined;
  if (count?.length !== 3 || count[0] !== 1) return undefined;
  return Buffer.concat([Buffer.of(EXTENSION, APPLICATION, name.length), name, toPieces(count)]);
}

function colourTableBytes(gif: Buffer, flagsAt: number): number {
  const flags = gif.readUInt8(flagsAt);
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

function take(gif: Buffer, from: number, to: number): Buffer {
  if (to > gif.length) throw new RangeError('the GIF is truncated');
  return gif.subarray(from, to);
}
