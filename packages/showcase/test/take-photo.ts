import { planPhotos } from '@kitroom/demo/collection/photograph-item';
import { renderPhoto } from '@kitroom/demo/collection/render-photo';
import type { ColourName } from '@kitroom/shared';

/** A photo of a shirt, as a file to upload. */
export async function takePhoto(primary: ColourName) {
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
  const buffer = Buffer.from(await renderPhoto(front.draw()));
  return { name: `${primary}.jpg`, mimeType: 'image/jpeg', buffer };
}
