import { beforeAll, describe, expect, it } from '@jest/globals';
import { KIT, RECORDS, servingRecords, useStandInCatalogue } from './stand-in-catalogue.ts';
import { useCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { addShare, openLink } from './test-shares.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url, WORKER: 'false' }));

let owner: Collector;
let visitor: Collector;
let link: string;

beforeAll(async () => {
  owner = await addCollector(collection);
  visitor = await addCollector(collection);
  link = (await addShare(collection, owner)).token;
  catalogue.setBehaviour(servingRecords(RECORDS));
});

async function create(item: object): Promise<number> {
  const { status, body } = await collection.request('/api/items/', json('POST', item, owner.token));
  expect(status).toBe(201);
  return body.id;
}

interface Listed {
  id: number;
  labels: { kit_image?: string | null };
}

/** The item in each response that contains it. */
async function showEverywhere(id: number): Promise<Listed[]> {
  const ownItemsPath = '/api/collections/me/items/';
  const responses = [
    await owner.request(`/api/items/${id}/`),
    await visitor.request(`/api/items/${id}/`),
    await openLink(collection, link, `items/${id}/`),
    await owner.request('/api/items/'),
    await owner.request(ownItemsPath),
    await visitor.request(ownItemsPath.replace('me', String(owner.id))),
    await visitor.request(ownItemsPath.replace('me', `@${owner.username}`)),
    await openLink(collection, link, 'items/'),
  ];
  return responses.map(({ body }) => [body.results ?? body].flat().find((item: Listed) => item.id === id));
}

describe('labels.kit_image', () => {
  it.each([
    ['jersey', { item_type: 'jersey', name: 'A shirt' }],
    ['outerwear', { item_type: 'outerwear', name: 'A jacket' }],
  ])("is the kit's picture in every response with an item of type %s", async (_type, item) => {
    const shown = await showEverywhere(await create({ ...item, kit: KIT.id }));
    expect(shown.map(({ labels }) => labels.kit_image)).toEqual(Array(8).fill(KIT.main_img_url));
  });

  it('is null for an item without a kit', async () => {
    const shown = await showEverywhere(await create({ item_type: 'jersey', name: 'No kit' }));
    expect(shown.map(({ labels }) => labels.kit_image)).toEqual(Array(8).fill(null));
  });
});

describe('an item of GET /api/items/', () => {
  const PHOTO_FIELDS = ['main_photo', 'main_photo_thumbnail', 'main_photo_card', 'photo_count'];

  async function readPhotos(id: number) {
    const { body } = await owner.request('/api/items/');
    const item = body.find((listed: { id: number }) => listed.id === id);
    return PHOTO_FIELDS.map((name) => item[name]);
  }

  it('has the photo_count and the files of the first photo', async () => {
    const id = await addItem(collection, owner);
    const files = (name: string) => ({
      image_key: `originals/${name}.jpg`,
      avif_key: `avif/${name}.avif`,
      thumbnail_key: `thumbnails/${name}.jpg`,
      card_key: `cards/${name}.webp`,
    });
    await addPhoto(collection, owner, id, { sort_order: 2, ...files('second') });
    await addPhoto(collection, owner, id, { sort_order: 1, ...files('first') });
    const url = (path: string) => `${collection.url}/media/${path}`;
    expect(await readPhotos(id)).toEqual([
      url('avif/first.avif'),
      url('thumbnails/first.jpg'),
      url('cards/first.webp'),
      2,
    ]);
  });

  it('has the uploaded picture and null renditions until the renditions exist', async () => {
    const id = await addItem(collection, owner);
    await addPhoto(collection, owner, id, { image_key: 'originals/only.jpg' });
    expect(await readPhotos(id)).toEqual([`${collection.url}/media/originals/only.jpg`, null, null, 1]);
  });

  it('has a photo_count of 0 and null files without photos', async () => {
    const id = await addItem(collection, owner);
    await addPhoto(collection, owner, null);
    expect(await readPhotos(id)).toEqual([null, null, null, 0]);
  });
});
