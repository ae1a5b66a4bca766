import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { readZip } from './read-zip.ts';
import { AVIF_PLACES, hideEverywhereInAvif } from './secret-places/avif-places.ts';
import { JPEG_PLACES } from './secret-places/jpeg-places.ts';
import { GIF_PLACES, hideEverywhere, PNG_PLACES, type Place } from './secret-places/places.ts';
import { ANIMATED_WEBP_PLACES, WEBP_PLACES } from './secret-places/webp-places.ts';
import { useCollection } from './test-collection.ts';
import { createUserClient, download, urlsOf, waitForRenditions, type Photographer } from './test-photos.ts';
import { draw, gif } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const collection = useCollection();
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

const SECRET = Buffer.from('hidden-in-the-picture');

interface Format {
  name: string;
  places: readonly Place[];
  make(): Promise<Buffer>;
  everywhere?(file: Buffer): Buffer;
}

const animation = () => gif(3, { width: 16, height: 12 });

const FORMATS: readonly Format[] = [
  { name: 'JPEG', places: JPEG_PLACES, make: async () => (await draw()).jpeg({ quality: 95 }).toBuffer() },
  { name: 'PNG', places: PNG_PLACES, make: async () => (await draw()).png().toBuffer() },
  {
    name: 'WebP',
    places: WEBP_PLACES,
    make: async () => (await draw()).withXmp('<x/>').webp({ quality: 95 }).toBuffer(),
  },
  {
    name: 'lossless WebP',
    places: WEBP_PLACES,
    make: async () => (await draw()).withXmp('<x/>').webp({ lossless: true }).toBuffer(),
  },
  {
    name: 'animated WebP',
    places: ANIMATED_WEBP_PLACES,
    make: () => sharp(animation(), { animated: true }).webp({ lossless: true }).toBuffer(),
  },
  { name: 'GIF', places: GIF_PLACES, make: async () => animation() },
  {
    name: 'AVIF',
    places: AVIF_PLACES,
    make: async () => (await draw()).avif({ quality: 90, effort: 0 }).toBuffer(),
    everywhere: (file) => hideEverywhereInAvif(file, SECRET),
  },
];

describe.each(FORMATS)('a secret in a $name file', ({ places, make, everywhere }) => {
  let plain: Buffer;

  beforeAll(async () => {
    plain = await make();
  });

  it.each(places.map(({ name, hide }) => ({ name, hide })))(
    'is removed from the served photo: $name',
    async ({ hide }) => {
      const file = hide(plain, SECRET);
      expect(file.includes(SECRET)).toBe(true);
      const { image } = await user.upload(file);
      const served = await download(image);
      expect(served.includes(SECRET)).toBe(false);
      await expectSamePicture(served, plain);
    },
  );

  it('is in no rendition, avatar or export, wherever it was hidden', async () => {
    const owner = await createUserClient(collection);
    const file = everywhere ? everywhere(plain) : hideEverywhere(places, plain, SECRET);
    const photo = await waitForRenditions(owner, (await owner.upload(file)).id);
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(file)]), 'me.jpg');
    const headers = withToken(owner.token);
    const avatar = await collection.request('/api/accounts/profile/avatar/', {
      method: 'PUT',
      headers,
      body: form,
    });
    expect(avatar.status).toBe(200);
    for (const address of [...urlsOf(photo), avatar.body.avatar]) {
      const served = await download(address ?? '');
      expect(served.includes(SECRET)).toBe(false);
    }
    const archive = await fetch(`${collection.url}/api/accounts/export/`, { headers });
    const files = [...readZip(Buffer.from(await archive.arrayBuffer())).values()];
    expect(files.length).toBeGreaterThan(3);
    for (const content of files) expect(content.includes(SECRET)).toBe(false);
  });
});

/** Expects both files to have the same frames, with about the same colours. */
async function expectSamePicture(served: Buffer, plain: Buffer): Promise<void> {
  const [after, before] = await Promise.all(
    [served, plain].map(async (file) => {
      const { pages = 1, delay, loop, width, height } = await sharp(file, { animated: true }).metadata();
      const { channels } = await sharp(file, { animated: true }).stats();
      return { facts: { pages, delay, loop, width, height }, means: channels.map(({ mean }) => mean) };
    }),
  );
  expect(after?.facts).toEqual(before?.facts);
  for (const [index, mean] of (before?.means ?? []).entries())
    expect(after?.means[index]).toBeCloseTo(mean, -1);
}
