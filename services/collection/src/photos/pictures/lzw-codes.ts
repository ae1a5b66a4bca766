import { setImmediate } from 'node:timers/promises';

const CODE_BITS_MAX = 12;
const TABLE_SIZE = 2 ** CODE_BITS_MAX;
/** How many codes are read before the event loop may run other tasks: they take some milliseconds. */
const CODES_PER_TURN = 2 ** 18;

/** A GIF's compressed pixels. */
interface LzwData {
  data: Buffer;
  /** Bits per pixel. */
  pixelBits: number;
  /** The number of pixels. */
  pixels: number;
}

/**
 * Cuts off everything after the code that ends a picture's pixels (GIF89a specification, appendix F). Does
 * not decode pixels, as the number of pixels per code is sufficient. Throws a RangeError for invalid codes.
 */
export async function cutLzwData({ data, pixelBits, pixels }: LzwData): Promise<Buffer> {
  const clear = 2 ** pixelBits;
  const end = clear + 1;
  /** The number of pixels of each code. */
  const lengths = new Uint16Array(TABLE_SIZE).fill(1, 0, clear);
  let next = clear + 2;
  let codeBits = pixelBits + 1;
  let previous = -1;
  let remaining = pixels;
  let at = 0;
  for (let read = 1; remaining > 0 && at + codeBits <= data.length * 8; read += 1) {
    if (read % CODES_PER_TURN === 0) await setImmediate();
    const code = readCode(data, at, codeBits);
    if (code === end) break;
    at += codeBits;
    if (code === clear) {
      next = clear + 2;
      codeBits = pixelBits + 1;
      previous = -1;
      continue;
    }
    if (code > next || (previous < 0 && code > clear) || (code === next && next === TABLE_SIZE)) {
      throw new RangeError('invalid LZW code');
    }
    if (previous >= 0 && next < TABLE_SIZE) {
      lengths[next] = (lengths[previous] ?? 0) + 1;
      next += 1;
      if (next === 2 ** codeBits && codeBits < CODE_BITS_MAX) codeBits += 1;
    }
    remaining -= lengths[code] ?? 0;
    previous = code;
  }
  return closeCodes(data, at, { code: end, bits: codeBits });
}

/** Codes are stored with their lowest bit first. */
function readCode(data: Buffer, at: number, bits: number): number {
  const byte = at >> 3;
  const three = (data[byte] ?? 0) | ((data[byte + 1] ?? 0) << 8) | ((data[byte + 2] ?? 0) << 16);
  return (three >> (at & 7)) & (2 ** bits - 1);
}

/** The data up to a bit, followed by one more code. */
function closeCodes(data: Buffer, end: number, { code, bits }: { code: number; bits: number }): Buffer {
  const whole = end >> 3;
  const closed = Buffer.alloc(Math.ceil((end + bits) / 8));
  data.copy(closed, 0, 0, whole);
  const started = (data[whole] ?? 0) & (2 ** (end & 7) - 1);
  closed.writeUIntLE(started | (code << (end & 7)), whole, closed.length - whole);
  return closed;
}
