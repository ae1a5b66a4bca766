import { createRequire } from 'node:module';
import type { Sharp, SharpOptions } from 'sharp';

// The encoder's process loads this for each picture: keep imports to a minimum.

/**
 * The loaders of the accepted formats. Others may be unsafe, or read formats that browsers do not show: SVG,
 * PDF, TIFF and many more.
 */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

type SharpModule = (typeof import('sharp'))['default'];

let loaded: SharpModule | undefined;

/** Opens a file with the loaders of the accepted formats only. A damaged file fails once it is read. */
export function openRestricted(
  path: string,
  options: SharpOptions & { limitInputPixels: number | false },
): Sharp {
  loaded ??= loadSharp();
  return loaded(path, { failOn: 'error', ...options });
}

/** Loads sharp for the first picture, as it takes 12 MB, and restricts it to reduce the attack surface. */
function loadSharp(): SharpModule {
  const sharp = createRequire(import.meta.url)('sharp') as SharpModule;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Each picture is read once or twice: caching pixels would be useless.
  sharp.cache(false);
  return sharp;
}
