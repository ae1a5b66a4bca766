import { getPriority, setPriority } from 'node:os';
import { keepColours } from './colour-profile.ts';
import { openRestricted } from './restricted-sharp.ts';

// This module runs in its own process, which receives one order, encodes, reports and exits.

export interface AvifOrder {
  source: string;
  target: string;
  quality: number;
  effort: number;
  /** The maximum width and height; default: the source's size. */
  maxPixels?: number;
  /** `4:2:0` halves the encoder's memory; default: full chroma. */
  chromaSubsampling?: '4:2:0' | '4:4:4';
  /** A source with more pixels, width times height, is rejected. */
  limitInputPixels: number;
}

// The parent process has ended. A normal exit would wait for the encoder's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Requests get three times the encoder's share of processor time. A lower priority would starve encoders on a
// busy machine.
lowerPriority(5);

process.once('message', (order: AvifOrder) => {
  encode(order).then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});

/**
 * Sets the nice value of this process, unless it is already as high or the system does not allow changing it.
 */
function lowerPriority(nice: number): void {
  try {
    if (getPriority() < nice) setPriority(nice);
  } catch {
    // Encoding at the wrong priority is better than not encoding.
  }
}

async function encode(order: AvifOrder): Promise<void> {
  const { source, target, quality, effort, maxPixels, chromaSubsampling = '4:4:4', limitInputPixels } = order;
  const picture = openRestricted(source, { limitInputPixels }).autoOrient();
  if (maxPixels !== undefined) {
    picture.resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true });
  }
  await keepColours(picture, await picture.metadata())
    .avif({ quality, effort, chromaSubsampling })
    .toFile(target);
}
