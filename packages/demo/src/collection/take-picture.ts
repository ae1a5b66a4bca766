import type { ColourName } from '@kitroom/shared';
import { planPhotos } from './photograph-item.ts';
import { renderPhoto } from './render-photo.ts';

/** A photo of a striped shirt, 900 by 1100 pixels, as a JPEG. */
export async function takePicture(primary: ColourName = 'Sky blue'): Promise<Blob> {
  const look = { design: 'Stripes', primary, secondary: ['White'] } as const;
  const shirt = {
    thing: 'jersey',
    name: '',
    kit: '',
    condition: ['GOOD', 7],
    description: '',
    tags: [],
  } as const;
  const [front] = planPhotos(shirt, look, 0);
  if (!front) throw new Error('a shirt has no photo');
  return new Blob([new Uint8Array(await renderPhoto(front.draw()))], { type: 'image/jpeg' });
}
