import { crc32, deflateSync } from 'node:zlib';

/** A place in files of a format that can hide data other than the picture. */
export interface Place {
  name: string;
  /** The file with the secret in that place; it must still be a picture of the format. */
  hide(file: Buffer, secret: Buffer): Buffer;
}

/** The file with the secret in all places. */
export function hideEverywhere(places: readonly Place[], file: Buffer, secret: Buffer): Buffer {
  return places.reduce((hidden, place) => place.hide(hidden, secret), file);
}

/** The list with an element added after the first one for which `isPart` is true. */
function insertAfter<T>(list: readonly T[], isPart: (part: T) => boolean, added: T): T[] {
  const index = list.findIndex(isPart);
  if (index < 0) throw new Error('the file has no such part');
  return list.toSpliced(index + 1, 0, added);
}

/** A number in big-endian order. */
export function bigEndian(value: number, bytes: 2 | 4): Buffer {
  const number = Buffer.alloc(bytes);
  number.writeUIntBE(value, 0, bytes);
  return number;
}

/** A TIFF structure as in Exif, with a secret as the camera's make and as the rest of a thumbnail. */
export function exif(secret: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([bigEndian(tag, 2), bigEndian(type, 2), bigEndian(count, 4), bigEndian(value, 4)]);
  const first = 8 + 2 + 12 + 4;
  const second = first + secret.length;
  const thumbnail = second + 2 + 2 * 12 + 4;
  return Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    bigEndian(1, 2),
    entry(0x010f, 2, secret.length, first),
    bigEndian(second, 4),
    secret,
    bigEndian(2, 2),
    entry(0x0201, 4, 1, thumbnail),
    entry(0x0202, 4, 1, secret.length),
    bigEndian(0, 4),
    secret,
  ]);
}

/** An XMP packet that contains a secret. */
export function xmp(secret: Buffer): Buffer {
  return Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret.toString('latin1')}</x:xmpmeta>`);
}

// Blocks are defined in the GIF89a specification, CompuServe 1990.

const TRAILER = Buffer.of(0x3b);

/** Data in sub-blocks of at most 255 bytes, each preceded by its length. */
function pieces(...data: Buffer[]): Buffer {
  return Buffer.concat([...data.flatMap((piece) => [Buffer.of(piece.length), piece]), Buffer.of(0)]);
}

function block(name: string, toBlock: (secret: Buffer) => Buffer): Place[] {
  return [
    {
      name: `${name} at the beginning`,
      hide: (file, secret) => insert(file, startOf(file), toBlock(secret)),
    },
    {
      name: `${name} between two frames`,
      hide: (file, secret) => insert(file, secondFrameOf(file), toBlock(secret)),
    },
    {
      name: `${name} at the end`,
      hide: (file, secret) => insert(file, file.lastIndexOf(TRAILER), toBlock(secret)),
    },
  ];
}

function insert(file: Buffer, at: number, added: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, at), added, file.subarray(at)]);
}

/** The offset after the header and the global colour table. */
function startOf(file: Buffer): number {
  return 13 + 3 * 2 ** ((file.readUInt8(10) & 7) + 1);
}

const GRAPHIC_CONTROL = Buffer.from([0x21, 0xf9, 4]);

function secondFrameOf(file: Buffer): number {
  return file.indexOf(GRAPHIC_CONTROL, file.indexOf(GRAPHIC_CONTROL) + 3);
}

/** The offset of the end of the first frame's data, before the empty sub-block. */
function firstFrameEndOf(file: Buffer): number {
  let at = file.indexOf(0x2c, file.indexOf(GRAPHIC_CONTROL)) + 11;
  while (file.readUInt8(at) > 0) at += file.readUInt8(at) + 1;
  return at;
}

const extension = (label: number, ...data: Buffer[]) =>
  Buffer.concat([Buffer.of(0x21, label), pieces(...data)]);

/** The places where a GIF can hide data. */
export const GIF_PLACES: readonly Place[] = [
  ...block('a comment', (secret) => extension(0xfe, secret)),
  ...block('a text', (secret) => extension(0x01, Buffer.alloc(12), secret)),
  ...block('XMP', (secret) => extension(0xff, Buffer.from('XMP DataXMP'), secret)),
  ...block('a colour profile', (secret) => extension(0xff, Buffer.from('ICCRGBG1012'), secret)),
  ...block('an unknown application', (secret) => extension(0xff, Buffer.from('SECRETS 1.0'), secret)),
  ...block('an unknown extension', (secret) => extension(0x77, secret)),
  ...block('more of the repetitions', (secret) =>
    extension(0xff, Buffer.from('NETSCAPE2.0'), Buffer.from([1, 0, 0]), secret),
  ),
  ...block('more of the times', (secret) => extension(0xf9, Buffer.from([0, 5, 0, 0]), secret)),
  {
    name: 'behind the pixels of a frame',
    hide: (file, secret) =>
      insert(file, firstFrameEndOf(file), Buffer.concat([Buffer.of(secret.length), secret])),
  },
  { name: 'after the end', hide: (file, secret) => Buffer.concat([file, secret]) },
];

// Chunks are defined in the W3C PNG Specification (third edition), section 11.

interface Chunk {
  type: string;
  data: Buffer;
}

const SIGNATURE_BYTES = 8;
const END = 'IEND';

function parse(file: Buffer): { chunks: Chunk[]; trailing: Buffer } {
  const chunks: Chunk[] = [];
  let at = SIGNATURE_BYTES;
  while (chunks.at(-1)?.type !== END) {
    const dataEnd = at + 8 + file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, dataEnd) });
    at = dataEnd + 4;
  }
  return { chunks, trailing: file.subarray(at) };
}

function serialize(file: Buffer, chunks: readonly Chunk[], trailing: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, SIGNATURE_BYTES), ...chunks.map(toBytes), trailing]);
}

function toBytes({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bigEndian(data.length, 4), body, bigEndian(crc32(body), 4)]);
}

/** A separate chunk after the header or after the pixels. */
function chunk(
  type: string,
  toData: (secret: Buffer) => Buffer = (secret) => secret,
  after: 'IHDR' | 'IDAT' = 'IHDR',
): Place {
  return {
    name: `${type} after ${after}`,
    hide: (file, secret) => {
      const { chunks, trailing } = parse(file);
      const index = chunks.findLastIndex((candidate) => candidate.type === after);
      return serialize(file, chunks.toSpliced(index + 1, 0, { type, data: toData(secret) }), trailing);
    },
  };
}

function end(name: string, toRest: (secret: Buffer) => Buffer): Place {
  return { name, hide: (file, secret) => Buffer.concat([file, toRest(secret)]) };
}

const latin1 = (...parts: Array<string | Buffer>) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
/** Not compressed, so that tests can find the secret in the bytes. */
const stored = (secret: Buffer) => deflateSync(secret, { level: 0 });

const text = (secret: Buffer) => latin1('Comment\0', secret);
const later = [
  chunk('tEXt', text, 'IDAT'),
  chunk('eXIf', exif, 'IDAT'),
  chunk('prVt', undefined, 'IDAT'),
  chunk('prVT', undefined, 'IDAT'),
];

/** The places where a PNG can hide data. */
export const PNG_PLACES: readonly Place[] = [
  chunk('tEXt', text),
  chunk('zTXt', (secret) => latin1('Comment\0\0', stored(secret))),
  chunk('iTXt', (secret) => latin1('XML:com.adobe.xmp\0\0\0\0\0', xmp(secret))),
  chunk('eXIf', exif),
  chunk('tIME'),
  chunk('iCCP', (secret) => latin1(secret, '\0\0', stored(secret))),
  chunk('sPLT', (secret) => latin1(secret, '\0\x08', Buffer.alloc(60, secret))),
  chunk('pCAL', (secret) => latin1(secret, '\0', Buffer.alloc(8), '\0\x02', secret, '\x001\x001')),
  chunk('sCAL', (secret) => latin1('\x011\x001', secret)),
  chunk('dSIG'),
  chunk('gIFx', (secret) => latin1('NETSCAPE2.0', secret)),
  chunk('caBX'),
  chunk('prVt'),
  chunk('prVT'),
  chunk('acTL', (secret) => latin1(bigEndian(1, 4), bigEndian(0, 4), secret)),
  chunk('fdAT', (secret) => latin1(bigEndian(1, 4), secret)),
  ...later,
  {
    name: 'behind the compressed pixels',
    hide: (file, secret) => {
      const { chunks, trailing } = parse(file);
      const isPixels = ({ type }: Chunk) => type === 'IDAT';
      return serialize(file, insertAfter(chunks, isPixels, { type: 'IDAT', data: secret }), trailing);
    },
  },
  end('after the end', (secret) => secret),
  end('a chunk after the end', (secret) => toBytes({ type: 'tEXt', data: text(secret) })),
];
