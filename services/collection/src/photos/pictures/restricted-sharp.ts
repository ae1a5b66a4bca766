import { createRequire } from 'node:module';
import type { Sharp, SharpOptions } from 'sharp';

// The encoder's process loads this for each picture: keep imports to a minimum.

/** Other loaders may be unsafe, or read formats that browsers do not show: SVG, PDF, TIFF and many more. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

type SharpModule = (typeof import('sharp'))['default'];

let loaded: SharpModule | undefined;

/** Opens a file with the loaders of the accepted formats only; a damaged one fails once it is read. */
export function openRestricted(
  path: string,
  options: SharpOptions & { limitInputPixels: number | false },
): Sharp {
  loaded ??= loadSharp();
  return loaded(path, { failOn: 'error', ...options });
}

/** Loaded for the first picture: it takes 12 MB. Restricted to reduce the attack surface. */
function loadSharp(): SharpModule {
  const sharp = createRequire(import.meta.url)('sharp') as SharpModule;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // Each picture is read once or twice: caching pixels would be useless.
  sharp.cache(false);
  return sharp;
}
