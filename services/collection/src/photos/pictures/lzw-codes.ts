import { setImmediate } from 'node:timers/promises';

const CODE_BITS_MAX = 12;
const TABLE_SIZE = 2 ** CODE_BITS_MAX;
/** Takes some milliseconds; then the event loop may run other tasks. */
const CODES_A_TURN = 2 ** 18;

/** A GIF's compressed pixels. */
interface LzwData {
  data: Buffer;
  /** Bits per pixel. */
  pixelBits: number;
  /** The number of pixels. */
  pixels: number;
}

/**
 * Cuts off whatever follows the code that ends a picture's pixels. Does not decode pixels: the number that
 * each code stands for is enough. Throws a RangeError for invalid codes. Source: GIF89a specification,
 * appendix F.
 */
export async function cutLzwData({ data, pixelBits, pixels }: LzwData): Promise<Buffer> {
  const clear = 2 ** pixelBits;
  const end = clear + 1;
  /** The number of pixels of each code. */
  const lengths = new Uint16Array(TABLE_SIZE).fill(1, 0, clear);
  let next = clear + 2;
  let codeBits = pixelBits + 1;
  let before = -1;
  let left = pixels;
  let at = 0;
  for (let read = 1; left > 0 && at + codeBits <= data.length * 8; read += 1) {
    if (read % CODES_A_TURN === 0) await setImmediate();
    const code = readCode(data, at, codeBits);
    if (code === end) break;
    at += codeBits;
    if (code === clear) {
      next = clear + 2;
      codeBits = pixelBits + 1;
      before = -1;
      continue;
    }
    if (code > next || (before < 0 && code > clear) || (code === next && next === TABLE_SIZE)) {
      throw new RangeError('invalid LZW code');
    }
    if (before >= 0 && next < TABLE_SIZE) {
      lengths[next] = (lengths[before] ?? 0) + 1;
      next += 1;
      if (next === 2 ** codeBits && codeBits < CODE_BITS_MAX) codeBits += 1;
    }
    left -= lengths[code] ?? 0;
    before = code;
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
