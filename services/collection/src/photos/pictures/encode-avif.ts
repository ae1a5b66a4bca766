import { setPriority } from 'node:os';
import { keepsProfile } from './colour-profile.ts';
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
  /** `4:2:0` halves the memory that the encoder needs; default: all colours are kept. */
  chromaSubsampling?: '4:2:0' | '4:4:4';
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
  const { source, target, quality, effort, maxPixels, chromaSubsampling = '4:4:4', limitInputPixels } = order;
  const picture = openRestricted(source, { limitInputPixels }).autoOrient();
  if (maxPixels !== undefined) {
    picture.resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true });
  }
  if (keepsProfile(await openRestricted(source, { limitInputPixels }).metadata())) picture.keepIccProfile();
  await picture.avif({ quality, effort, chromaSubsampling }).toFile(target);
}
