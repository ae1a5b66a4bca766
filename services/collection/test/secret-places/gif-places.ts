import type { Place } from './place.ts';

// Blocks: GIF89a specification, CompuServe 1990.

const TRAILER = Buffer.of(0x3b);

/** Data in pieces of at most 255 bytes, each after its length. */
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

/** After the header and the colours of all frames. */
function startOf(file: Buffer): number {
  return 13 + 3 * 2 ** ((file.readUInt8(10) & 7) + 1);
}

const GRAPHIC_CONTROL = Buffer.from([0x21, 0xf9, 4]);

function secondFrameOf(file: Buffer): number {
  return file.indexOf(GRAPHIC_CONTROL, file.indexOf(GRAPHIC_CONTROL) + 3);
}

/** Where the data of the first frame end: before the piece without length. */
function firstFrameEndOf(file: Buffer): number {
  let at = file.indexOf(0x2c, file.indexOf(GRAPHIC_CONTROL)) + 11;
  while (file.readUInt8(at) > 0) at += file.readUInt8(at) + 1;
  return at;
}

const extension = (label: number, ...data: Buffer[]) =>
  Buffer.concat([Buffer.of(0x21, label), pieces(...data)]);

/** Where a GIF can hide something. */
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
