import sharp from 'sharp';
import { COLOUR_HEX, type ColourName } from '@kitroom/shared';

/** A picture of one colour, 900 by 1100 pixels, as a JPEG. */
export async function takePicture(colour: ColourName = 'Sky blue'): Promise<Blob> {
  const picture = sharp({
    create: { width: 900, height: 1100, channels: 3, background: COLOUR_HEX[colour] },
  });
  return new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: 'image/jpeg' });
}
