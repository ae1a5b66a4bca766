import { exif, xmp, type Place } from './places.ts';

// Chunks are defined in RFC 9649, section 2.

interface Chunk {
  type: string;
  data: Buffer;
}

const FRAME_HEADER_BYTES = 16;
const PIXELS = new Set(['VP8 ', 'VP8L', 'ANMF']);

function parse(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, end) });
    at = end + (end % 2);
  }
  return chunks;
}

function serialize(chunks: readonly Chunk[]): Buffer {
  return Buffer.concat(chunks.map(toBytes));
}

function toBytes({ type, data }: Chunk): Buffer {
  const head = Buffer.from(`${type}....`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function edit(file: Buffer, change: (chunks: Chunk[]) => Chunk[]): Buffer {
  const end = 8 + file.readUInt32LE(4);
  const chunks = change(parse(file.subarray(12, end)));
  const data = Buffer.concat([Buffer.from('WEBP'), serialize(chunks)]);
  return Buffer.concat([toBytes({ type: 'RIFF', data }), file.subarray(end)]);
}

/** A chunk after the first one, which lists the features of the file, and one after the last. */
function chunk(type: string, toData: (secret: Buffer) => Buffer = (secret) => secret): Place[] {
  const added = (secret: Buffer) => ({ type, data: toData(secret) });
  return [
    {
      name: `${type} before the pixels`,
      hide: (file, secret) => edit(file, (chunks) => chunks.toSpliced(1, 0, added(secret))),
    },
    {
      name: `${type} after the pixels`,
      hide: (file, secret) => edit(file, (chunks) => [...chunks, added(secret)]),
    },
  ];
}

/** Bytes after the regular content of a chunk of these types. */
function longer(name: string, types: ReadonlySet<string>): Place {
  return {
    name,
    hide: (file, secret) =>
      edit(file, (chunks) =>
        chunks.map(({ type, data }) => ({
          type,
          data: types.has(type) ? Buffer.concat([data, Buffer.alloc(data.length % 2), secret]) : data,
        })),
      ),
  };
}

/** Changes the chunks within each frame of an animation. */
function inFrames(name: string, change: (chunks: Chunk[], secret: Buffer) => Chunk[]): Place {
  const inFrame = ({ type, data }: Chunk, secret: Buffer) => {
    if (type !== 'ANMF') return { type, data };
    const head = data.subarray(0, FRAME_HEADER_BYTES);
    const inner = serialize(change(parse(data.subarray(FRAME_HEADER_BYTES)), secret));
    return { type, data: Buffer.concat([head, inner]) };
  };
  return {
    name,
    hide: (file, secret) => edit(file, (chunks) => chunks.map((current) => inFrame(current, secret))),
  };
}

const CHUNKS: readonly Place[] = [
  ...chunk('EXIF', exif),
  ...chunk('XMP ', xmp),
  ...chunk('ICCP'),
  ...chunk('whoa'),
  ...chunk('JUNK'),
];
const END: Place = { name: 'after the end', hide: (file, secret) => Buffer.concat([file, secret]) };

/** The places where an extended WebP (VP8X) with a single picture can hide data. */
export const WEBP_PLACES: readonly Place[] = [
  ...CHUNKS,
  longer('more of the header', new Set(['VP8X'])),
  longer('behind the pixels', PIXELS),
  END,
];

/** The places where an animated WebP can hide data. */
export const ANIMATED_WEBP_PLACES: readonly Place[] = [
  ...CHUNKS,
  longer('more of the header', new Set(['VP8X'])),
  longer('more of the repetitions', new Set(['ANIM'])),
  inFrames('a chunk after the pixels of a frame', (chunks, data) => [...chunks, { type: 'EXIF', data }]),
  inFrames('behind the pixels of a frame', (chunks, secret) =>
    chunks.map(({ type, data }) => ({
      type,
      data: PIXELS.has(type) ? Buffer.concat([data, Buffer.alloc(data.length % 2), secret]) : data,
    })),
  ),
  END,
];
