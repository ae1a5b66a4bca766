import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;

/** The files of a ZIP by name; throws if a checksum does not match. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([END & 255, (END >> 8) & 255, (END >> 16) & 255, END >> 24]));
  if (end < 0) throw new Error('this is no whole ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('the list of files is broken');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, readEntry(zip, at, name));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

function readEntry(zip: Buffer, at: number, name: string): Buffer {
  const [method, checksum, size] = [
    zip.readUInt16LE(at + 10),
    zip.readUInt32LE(at + 16),
    zip.readUInt32LE(at + 20),
  ];
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + size);
  const content = method === STORED ? packed : inflateRawSync(packed);
  if (crc32(content) !== checksum) throw new Error(`${name} is damaged`);
  return content;
}
