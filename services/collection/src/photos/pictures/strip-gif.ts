/** What a GIF holds besides pictures that is kept: how often it repeats, and its colour profile. */
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

const HEADER_BYTES = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/**
 * A GIF without comments, texts, data of applications (XMP) and whatever follows its end. Pictures and times stay as
 * they are, byte for byte: encoding an animation anew would take minutes and lose colours. Throws a RangeError for
 * what is no whole GIF.
 */
export function stripGif(gif: Buffer): Buffer {
  const kept: Buffer[] = [];
  let at = HEADER_BYTES + colourTableBytes(gif, 10);
  kept.push(take(gif, 0, at));
  // Some programs forget the trailer.
  while (at < gif.length) {
    const kind = gif.readUInt8(at);
    if (kind === TRAILER) break;
    const end = findEnd(gif, at, kind);
    if (kind === IMAGE || isKept(gif, at)) kept.push(take(gif, at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.of(TRAILER)]);
}

/** Where the block that begins here ends. */
function findEnd(gif: Buffer, at: number, kind: number): number {
  if (kind === EXTENSION) return skipData(gif, at + 2);
  if (kind !== IMAGE) throw new RangeError('there is no such block in a GIF');
  // Place and size, flags, colours, and the least size of a code.
  return skipData(gif, at + 10 + colourTableBytes(gif, at + 9) + 1);
}

/** Data stands in pieces of at most 255 bytes, each after its length; one without length ends it. */
function skipData(gif: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const length = gif.readUInt8(at);
    at += length + 1;
    if (length === 0) return at;
  }
}

function isKept(gif: Buffer, at: number): boolean {
  const label = gif.readUInt8(at + 1);
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return KEPT_APPLICATIONS.has(gif.toString('latin1', at + 3, at + 14));
}

function colourTableBytes(gif: Buffer, flagsAt: number): number {
  const flags = gif.readUInt8(flagsAt);
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0;
}

function take(gif: Buffer, from: number, to: number): Buffer {
  if (to > gif.length) throw new RangeError('the GIF ends too early');
  return gif.subarray(from, to);
}
