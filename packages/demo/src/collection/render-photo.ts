import sharp, { type OutputInfo, type Raw } from 'sharp';
import { BACKDROP_SHRINKING, PHOTO_HEIGHT, PHOTO_WIDTH, type DrawnPhoto } from './draw-photo.ts';

const JPEG_QUALITY = 86;

/** The shadow: how soft and how far away it is in pixels of the small backdrop, and how dark. */
const SHADOW = { blur: 4, right: 3, down: 5, depth: 0.42 } as const;

/** Pixels as they are. */
interface Pixels {
  input: Buffer;
  raw: Raw;
}

/** The collection service lets sharp load no drawings, and what it says holds for the whole process: tests run both. */
export function allowDrawings(): void {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
}

/** Renders a drawn photo as a JPEG of 900 by 1100 pixels. */
export async function renderPhoto({ backdrop, things }: DrawnPhoto): Promise<Buffer> {
  allowDrawings();
  const figures = toPixels(
    await sharp(Buffer.from(things)).ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
  );
  const ground = await renderGround(backdrop, figures);
  return sharp(ground.input, { raw: ground.raw })
    .composite([figures])
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

/** The backdrop with the shadow on it. Put together small: both are soft, and large it would take thrice as long. */
async function renderGround(backdrop: string, figures: Pixels): Promise<Pixels> {
  const shadow = { ...(await renderShadow(figures)), left: SHADOW.right, top: SHADOW.down };
  const small = toPixels(
    await sharp(Buffer.from(backdrop))
      .composite([shadow])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return toPixels(
    await sharp(small.input, { raw: small.raw })
      .resize(PHOTO_WIDTH, PHOTO_HEIGHT, { kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

/** What the things keep the light from, in a soft and transparent black; without what would fall out of the picture. */
async function renderShadow({ input, raw }: Pixels): Promise<Pixels> {
  const [width, height] = [PHOTO_WIDTH / BACKDROP_SHRINKING, PHOTO_HEIGHT / BACKDROP_SHRINKING];
  const { blur, right, down, depth } = SHADOW;
  return toPixels(
    await sharp(input, { raw })
      .resize(width, height, { kernel: 'linear' })
      .extract({ left: 0, top: 0, width: width - right, height: height - down })
      .blur(blur)
      .linear([0, 0, 0, depth], [0, 0, 0, 0])
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
}

function toPixels({ data, info }: { data: Buffer; info: OutputInfo }): Pixels {
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } };
}
