import type { ColourName } from '@kitroom/shared';
import { takePicture } from '../take-picture.ts';

/** A photo of a shirt, as a file to upload. */
export async function takePhoto(colour: ColourName) {
  const picture = await takePicture(colour);
  return { name: `${colour}.jpg`, mimeType: picture.type, buffer: Buffer.from(await picture.arrayBuffer()) };
}
