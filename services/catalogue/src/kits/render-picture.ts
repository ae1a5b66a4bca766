/** The pixels per inch at which one SVG unit is one pixel. */
const DENSITY = 72;

type SharpModule = (typeof import('sharp'))['default'];

let loading: Promise<SharpModule> | undefined;

/**
 * Renders a square SVG that has a `viewBox` but no size as a PNG, `size` pixels wide, in a thread of libuv.
 */
export async function renderPicture(svg: string, size: number): Promise<Buffer> {
  loading ??= loadSharp();
  const sharp = await loading;
  // The collection service, which tests run in the same process, blocks all formats except those of photos.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  return sharp(Buffer.from(svg), { density: (DENSITY * size) / side })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** Loads sharp for the first picture, because it takes 24 MiB. */
async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp');
  // Each picture is rendered only once, in a single thread.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
