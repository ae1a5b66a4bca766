import { crc32, deflateSync } from 'node:zlib';
import { bigEndian, exif, insertAfter, xmp, type Place } from './place.ts';

// Chunks: W3C, PNG Specification (third edition), section 11.

interface Chunk {
  type: string;
  data: Buffer;
}

const SIGNATURE_BYTES = 8;
const END = 'IEND';

function parse(file: Buffer): { chunks: Chunk[]; rest: Buffer } {
  const chunks: Chunk[] = [];
  let at = SIGNATURE_BYTES;
  while (chunks.at(-1)?.type !== END) {
    const dataEnd = at + 8 + file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, dataEnd) });
    at = dataEnd + 4;
  }
  return { chunks, rest: file.subarray(at) };
}

function serialize(file: Buffer, chunks: readonly Chunk[], rest: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, SIGNATURE_BYTES), ...chunks.map(toBytes), rest]);
}

function toBytes({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([bigEndian(data.length, 4), body, bigEndian(crc32(body), 4)]);
}

/** A chunk of its own, after the header or after the pixels. */
function chunk(
  type: string,
  toData: (secret: Buffer) => Buffer = (secret) => secret,
  after: 'IHDR' | 'IDAT' = 'IHDR',
): Place {
  return {
    name: `${type} after ${after}`,
    hide: (file, secret) => {
      const { chunks, rest } = parse(file);
      const index = chunks.findLastIndex((one) => one.type === after);
      return serialize(file, chunks.toSpliced(index + 1, 0, { type, data: toData(secret) }), rest);
    },
  };
}

function end(name: string, toRest: (secret: Buffer) => Buffer): Place {
  return { name, hide: (file, secret) => Buffer.concat([file, toRest(secret)]) };
}

const latin1 = (...parts: Array<string | Buffer>) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
/** Not compressed, so that it can be found. */
const stored = (secret: Buffer) => deflateSync(secret, { level: 0 });

const text = (secret: Buffer) => latin1('Comment\0', secret);
const later = [
  chunk('tEXt', text, 'IDAT'),
  chunk('eXIf', exif, 'IDAT'),
  chunk('prVt', undefined, 'IDAT'),
  chunk('prVT', undefined, 'IDAT'),
];

/** Where a PNG can hide something. */
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
      const { chunks, rest } = parse(file);
      const isPixels = ({ type }: Chunk) => type === 'IDAT';
      return serialize(file, insertAfter(chunks, isPixels, { type: 'IDAT', data: secret }), rest);
    },
  },
  end('after the end', (secret) => secret),
  end('a chunk after the end', (secret) => toBytes({ type: 'tEXt', data: text(secret) })),
];
