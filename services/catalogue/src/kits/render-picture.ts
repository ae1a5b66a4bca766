/** The pixels per inch at which a unit of SVG is a pixel. */
const DENSITY = 72;

type SharpModule = (typeof import('sharp'))['default'];

let loading: Promise<SharpModule> | undefined;

/** Renders a square drawing without a size of its own as a PNG, `size` pixels wide, in a thread of libuv. */
export async function renderPicture(svg: string, size: number): Promise<Buffer> {
  loading ??= loadSharp();
  const sharp = await loading;
  // A process that also runs the collection service, as tests do, allows no formats but those of photos.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  return sharp(Buffer.from(svg), { density: (DENSITY * size) / side })
    .resize(size, size)
    .png()
    .toBuffer();
}

/** Loaded for the first picture: it takes 24 MiB. */
async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp');
  // Pictures are rendered once each, in a thread each.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
