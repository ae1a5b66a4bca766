import sharp from 'sharp';
import type { Upload } from './forms.ts';

/** Pictures to upload. */
export interface Pictures {
  good: Upload[];
  /** What is no picture, or a broken one; always the same for a number. */
  odd(pick: number): Upload;
}

/** Draws small pictures of all formats: what is tried here is not how fast large ones are. */
export async function drawPictures(): Promise<Pictures> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } } });
  const good: Upload[] = [
    { name: 'a.jpg', type: 'image/jpeg', bytes: await flat(24, 16).jpeg().toBuffer() },
    { name: 'a.png', type: 'image/png', bytes: await flat(16, 24).png().toBuffer() },
    { name: 'é.webp', type: 'image/webp', bytes: await flat(9, 9).webp().toBuffer() },
    { name: 'a.gif', type: 'image/gif', bytes: await flat(10, 10).gif().toBuffer() },
    { name: 'one.png', type: 'application/octet-stream', bytes: await flat(1, 1).png().toBuffer() },
    { name: 'a', type: 'image/jpeg', bytes: await flat(300, 20).jpeg({ progressive: true }).toBuffer() },
  ];
  const wrong = listWrong(good);
  return {
    good,
    odd(pick) {
      const [kind, which] = [pick % 3, Math.floor(pick / 3)];
      if (kind === 0) return wrong[which % wrong.length] ?? emptyFile;
      const { bytes, ...rest } = good[which % good.length] ?? emptyFile;
      return { ...rest, bytes: flip(bytes, which) };
    },
  };
}

const emptyFile: Upload = { name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(0) };

function listWrong([jpeg, png, webp, gif]: readonly Upload[]): Upload[] {
  const file = (bytes: Buffer | string, name = 'a.jpg', type = 'image/jpeg'): Upload => ({
    name,
    type,
    bytes: Buffer.from(bytes as string),
  });
  return [
    emptyFile,
    file('no picture'),
    file(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      'a.svg',
      'image/svg+xml',
    ),
    file('<script>alert(1)</script>', 'a.html', 'text/html'),
    file('GIF89a'),
    file('%PDF-1.4'),
    file('RIFF\xff\xff\xff\xffWEBPVP8 '),
    ...[jpeg, png, webp, gif].flatMap((upload) =>
      upload
        ? [file(upload.bytes.subarray(0, upload.bytes.length / 2)), file(upload.bytes.subarray(0, 12))]
        : [],
    ),
    ...(png ? [file(claimSize(png.bytes, 60_000, 60_000), 'bomb.png', 'image/png')] : []),
  ];
}

/** A PNG that says it is larger; its checksum is wrong then. */
function claimSize(png: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

function flip(bytes: Buffer, pick: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let step = 1; step <= 1 + (pick % 4); step += 1)
    changed[(pick * step) % bytes.length] = (pick >> step) % 256;
  return changed;
}
