import fc from 'fast-check';
import sharp from 'sharp';

/** A file in a multipart form. */
export interface Upload {
  name: string;
  type: string;
  bytes: Buffer;
}

function toUpload(name: string, type: string, content: Buffer | string): Upload {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  // Counterexamples show the name of the file instead of its bytes.
  return Object.assign(
    { name, type, bytes },
    { [fc.toStringMethod]: () => `${name} (${bytes.length} bytes)` },
  );
}

/** Whether a value in a form is a file. */
export function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } } });

/** Small pictures in several formats. Other tests measure how long large ones take. */
export const PICTURES: readonly Upload[] = [
  toUpload('a.jpg', 'image/jpeg', await flat(24, 16).jpeg().toBuffer()),
  toUpload('a.png', 'image/png', await flat(16, 24).png().toBuffer()),
  toUpload('é.webp', 'image/webp', await flat(9, 9).webp().toBuffer()),
  toUpload('a.gif', 'image/gif', await flat(10, 10).gif().toBuffer()),
  toUpload('one.png', 'application/octet-stream', await flat(1, 1).png().toBuffer()),
  toUpload('a', 'image/jpeg', await flat(300, 20).jpeg({ progressive: true }).toBuffer()),
];

/** Tables for imports. */
export const TABLES: readonly Upload[] = [
  toUpload(
    'a.csv',
    'text/csv',
    'item_type,type,name,brand,condition\nother,cap,A cap,Nowhere,8\nother,pin,,,14\n',
  ),
  toUpload('a.ndjson', 'application/x-ndjson', '{"item_type":"jersey","name":"A","brand":"adidas"}\n{}\n'),
  toUpload('a.txt', 'text/plain', 'name;brand\n"A;B";"x\n'),
];

const WRONG_CONTENTS = [
  ['', 'no picture', 'GIF89a', '%PDF-1.4', 'RIFF\xff\xff\xff\xffWEBPVP8 ', 'PK\x03\x04\0\0\0\0'],
  ['<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
].flat();

/** Files of a wrong format, truncated files, and files with a changed byte. */
export const brokenUpload: fc.Arbitrary<Upload> = fc.oneof(
  fc.constantFrom(...WRONG_CONTENTS).map((content) => toUpload('a.jpg', 'image/jpeg', content)),
  fc
    .tuple(fc.constantFrom(...PICTURES, ...TABLES), fc.nat(1000), fc.option(fc.nat(255)))
    .map(([{ name, type, bytes }, pick, byte]) => {
      const at = pick % bytes.length;
      const replacement = byte === null ? [] : [Buffer.from([byte]), bytes.subarray(at + 1)];
      return toUpload(name, type, Buffer.concat([bytes.subarray(0, at), ...replacement]));
    }),
);
