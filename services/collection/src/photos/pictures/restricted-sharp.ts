import sharp, { type Sharp, type SharpOptions } from 'sharp';

// The encoder's process loads this for each picture: nothing else is imported here.

/** All others read what can do harm, or what no browser shows: SVG, PDF, TIFF and many more. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

let isRestricted = false;

/** Opens a file with the loaders of the formats that are taken and no others; a damaged one fails once it is read. */
export function openRestricted(
  path: string,
  options: SharpOptions & { limitInputPixels: number | false },
): Sharp {
  restrictLoaders();
  return sharp(path, { failOn: 'error', ...options });
}

/** Once a process: what cannot be loaded cannot be attacked. */
function restrictLoaders(): void {
  if (isRestricted) return;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Each picture is read once or twice: kept pixels would be of no use.
  sharp.cache(false);
  isRestricted = true;
}
