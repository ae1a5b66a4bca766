import sharp, { type Sharp, type SharpOptions } from 'sharp';

// The encoder's process loads this for each picture: keep imports to a minimum.

/** Other loaders may be unsafe, or read formats that browsers do not show: SVG, PDF, TIFF and many more. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

let isRestricted = false;

/** Opens a file with the loaders of the accepted formats only; a damaged one fails once it is read. */
export function openRestricted(
  path: string,
  options: SharpOptions & { limitInputPixels: number | false },
): Sharp {
  restrictLoaders();
  return sharp(path, { failOn: 'error', ...options });
}

/** Once per process: reduces the attack surface. */
function restrictLoaders(): void {
  if (isRestricted) return;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Each picture is read once or twice: caching pixels would be useless.
  sharp.cache(false);
  isRestricted = true;
}
