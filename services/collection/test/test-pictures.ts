import sharp, { type Sharp } from 'sharp';

/** The size of a drawn picture in pixels. */
export interface PictureSize {
  width?: number;
  height?: number;
}

/** The colours of a drawn picture's corners, from the upper left clockwise. */
export const CORNERS = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'] as const;

/** A picture whose quarters have different colours, so that its orientation can be recognized. */
export async function draw(
  { width = 64, height = 48 }: PictureSize = {},
  corners: readonly string[] = CORNERS,
): Promise<Sharp> {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const places = [
    { left: 0, top: 0 },
    { left: Math.floor(width / 2), top: 0 },
    { left: Math.floor(width / 2), top: Math.floor(height / 2) },
    { left: 0, top: Math.floor(height / 2) },
  ];
  const quarters = await Promise.all(
    corners.map(async (background, index) => ({
      input: await sharp({ create: { ...half, channels: 3, background } })
        .png()
        .toBuffer(),
      ...places[index],
    })),
  );
  return sharp({ create: { width, height, channels: 3, background: 'grey' } }).composite(quarters);
}

/** A small JPEG. */
export async function jpeg(size?: PictureSize): Promise<Buffer> {
  return (await draw(size)).jpeg({ quality: 95 }).toBuffer();
}

/** A small PNG. */
export async function png(size?: PictureSize): Promise<Buffer> {
  return (await draw(size)).png().toBuffer();
}

/** A photo with gradients and noise, so that it is as hard to encode as a real one. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const noise = (mean: number, sigma: number) => ({ type: 'gaussian' as const, mean, sigma });
  const of = (w: number, h: number, sigma: number) =>
    sharp({ create: { width: w, height: h, channels: 3, background: 'grey', noise: noise(128, sigma) } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const [shapes, grain] = await Promise.all([
    of(Math.ceil(width / 50), Math.ceil(height / 50), 60),
    of(width, height, 10),
  ]);
  return sharp(shapes)
    .resize(width, height, { kernel: 'cubic', fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A GIF of alternating black and white frames; `extra` is inserted before its end. */
export function gif(
  frames: number,
  { width = 8, height = 8 }: PictureSize = {},
  extra = Buffer.alloc(0),
): Buffer {
  const short = (value: number) => [value & 255, value >> 8];
  const size = [...short(width), ...short(height)];
  const head = Buffer.from([...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const pixels = encodePixels(width * height);
  const frame = (index: number) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 0, ...short(5 + index), 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2]),
      pixels[index % 2] ?? Buffer.alloc(0),
    ]);
  const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  const all = Array.from({ length: frames }, (_, index) => frame(index));
  return Buffer.concat([Buffer.from('GIF89a'), head, loop, ...all, extra, Buffer.of(0x3b)]);
}

/** LZW without compression, with three bits per code: the table is cleared before it grows. */
function encodePixels(count: number): [Buffer, Buffer] {
  const encode = (colour: number) => {
    const codes = Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? [4, colour] : [colour],
    ).flat();
    const bits = [...codes, 5].map((code) => [code & 1, (code >> 1) & 1, (code >> 2) & 1]).flat();
    const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
      bits.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
    );
    const blocks = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, block) =>
      bytes.slice(block * 255, block * 255 + 255),
    );
    return Buffer.concat([...blocks.map((block) => Buffer.from([block.length, ...block])), Buffer.of(0)]);
  };
  return [encode(0), encode(1)];
}

/** The colours of a picture's corners, with each channel rounded to 00 or ff. */
export async function cornersOf(picture: Buffer): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({
    resolveWithObject: true,
  });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + 3)].map((value) => (value > 128 ? 'ff' : '00')).join('');
  };
  const [left, right, top, bottom] = [2, info.width - 3, 2, info.height - 3];
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)].map((hex) => `#${hex}`);
}
