import { bigEndian, exif, xmp, type Place } from './places.ts';

// Markers and segments are defined in ITU-T T.81, annex B.

interface Segment {
  marker: number;
  data: Buffer;
}

interface Jpeg {
  segments: Segment[];
  /** From the end of the scan's header to the end of the image. */
  scan: Buffer;
  trailing: Buffer;
}

const START_OF_SCAN = 0xda;
const END = Buffer.from([0xff, 0xd9]);

function parse(file: Buffer): Jpeg {
  const segments: Segment[] = [];
  for (let at = 2; ;) {
    const marker = file.readUInt8(at + 1);
    const end = at + 2 + file.readUInt16BE(at + 2);
    segments.push({ marker, data: file.subarray(at + 4, end) });
    at = end;
    if (marker !== START_OF_SCAN) continue;
    const scanEnd = file.indexOf(END, at) + 2;
    return { segments, scan: file.subarray(at, scanEnd), trailing: file.subarray(scanEnd) };
  }
}

function serialize({ segments, scan, trailing }: Jpeg): Buffer {
  const parts = segments.map(({ marker, data }) =>
    Buffer.concat([Buffer.from([0xff, marker]), bigEndian(data.length + 2, 2), data]),
  );
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, scan, trailing]);
}

function segment(name: string, marker: number, toData: (secret: Buffer) => Buffer | string): Place {
  return {
    name,
    hide: (file, secret) => {
      const jpeg = parse(file);
      const data = Buffer.from(toData(secret) as string, 'latin1');
      return serialize({ ...jpeg, segments: [{ marker, data }, ...jpeg.segments] });
    },
  };
}

function behind(name: string, toBytes: (secret: Buffer, file: Buffer) => Buffer): Place {
  return {
    name,
    hide: (file, secret) => {
      const jpeg = parse(file);
      return serialize({ ...jpeg, trailing: Buffer.concat([jpeg.trailing, toBytes(secret, file)]) });
    },
  };
}

const applications = Array.from({ length: 16 }, (_, index) =>
  segment(`the application segment ${index}`, 0xe0 + index, (secret) => secret),
);

/** The places where a JPEG can hide data. */
export const JPEG_PLACES: readonly Place[] = [
  ...applications,
  segment('a comment', 0xfe, (secret) => secret),
  segment('Exif with a thumbnail', 0xe1, (secret) => `Exif\0\0${exif(secret).toString('latin1')}`),
  segment('XMP', 0xe1, (secret) => `http://ns.adobe.com/xap/1.0/\0${xmp(secret).toString()}`),
  segment('more of XMP', 0xe1, (secret) => `http://ns.adobe.com/xmp/extension/\0${secret.toString()}`),
  segment('IPTC', 0xed, (secret) => {
    const iptc = `\x1c\x02\x78\0${String.fromCharCode(secret.length)}${secret.toString()}`;
    return `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0${String.fromCharCode(iptc.length)}${iptc}`;
  }),
  segment('the thumbnail of JFIF', 0xe0, (secret) => `JFXX\0\x10${secret.toString()}`),
  segment(
    'what calls itself a colour profile',
    0xe2,
    (secret) => `ICC_PROFILE\0\x01\x01${secret.toString()}`,
  ),
  segment('the index of several images', 0xe2, (secret) => `MPF\0MM\0*\0\0\0\x08${secret.toString()}`),
  segment('a quantization table that nothing uses', 0xdb, (secret) =>
    Buffer.concat([Buffer.of(3), Buffer.alloc(64, secret)]),
  ),
  segment('a Huffman table that nothing uses', 0xc4, (secret) =>
    Buffer.concat([Buffer.of(0x13), Buffer.alloc(7), Buffer.of(secret.length), Buffer.alloc(8), secret]),
  ),
  {
    name: 'between the pixels and the end',
    hide: (file, secret) => {
      const jpeg = parse(file);
      return serialize({ ...jpeg, scan: Buffer.concat([jpeg.scan.subarray(0, -2), secret, END]) });
    },
  },
  behind('after the end', (secret) => secret),
  behind('a second image', (secret, file) => {
    const jpeg = parse(file);
    const segments = [{ marker: 0xfe, data: secret }, ...jpeg.segments];
    return serialize({ ...jpeg, segments, trailing: Buffer.alloc(0) });
  }),
  // Must be last, because segments after it are not read.
  {
    name: 'between two segments',
    hide: (file, secret) => {
      const at = 4 + file.readUInt16BE(4);
      return Buffer.concat([file.subarray(0, at), secret, file.subarray(at)]);
    },
  },
];
