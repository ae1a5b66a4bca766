import { setPriority } from 'node:os';
import { openRestricted } from './restricted-sharp.ts';

// A process of its own: it is sent one order, encodes, answers and ends.

/** What is to be encoded. */
export interface AvifOrder {
  source: string;
  target: string;
  quality: number;
  effort: number;
  /** The largest width and height; as large as the source if there is none. */
  maxPixels?: number;
  /** A source with more pixels, width times height, is refused. */
  limitInputPixels: number;
}

// The parent is gone: nobody waits for the answer. Ending politely would wait for the encoder's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Requests go first, by a third of the share: with less, a busy machine would leave encoders nothing.
setPriority(5);

process.once('message', (order: AvifOrder) => {
  encode(order).then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});

async function encode(order: AvifOrder): Promise<void> {
  const { source, target, quality, effort, maxPixels, limitInputPixels } = order;
  const picture = openRestricted(source, { limitInputPixels }).autoOrient();
  if (maxPixels !== undefined) {
    picture.resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true });
  }
  const { space, hasProfile } = await openRestricted(source, { limitInputPixels }).metadata();
  // A profile fits only pixels that stay in its own colour space.
  if (hasProfile && (space === 'srgb' || space === 'rgb16')) picture.keepIccProfile();
  await picture.avif({ quality, effort }).toFile(target);
}
