import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { eventually } from '@kitroom/testing/eventually';
import { useService } from '@kitroom/testing/use-service';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { addBrand, addClub, addItem, addKit, addSeason } from './test-items.ts';
import { openMatchCatalogue } from './test-match-catalogue.ts';
import { createUserClient, download, listFiles, type Photographer } from './test-photos.ts';
import { draw, jpeg, png } from './test-pictures.ts';

/** Two Kitrooms with one catalogue; some records have other ids in the first one. */
const service = useService(async () => {
  const catalogue = await openMatchCatalogue();
  const databases = [await createCollectionDatabase(), await createCollectionDatabase()] as const;
  const env = { CATALOGUE_URL: catalogue.url };
  const [source, target] = [
    await startTestCollection(databases[0], env),
    await startTestCollection(databases[1], env),
  ];
  const close = async () => {
    await Promise.all([source.close(), target.close()]);
    await Promise.all(databases.map((database) => database.drop()));
    await catalogue.close();
  };
  return { source, target, close };
});

let zip: Buffer;
let owner: Photographer;

const EUR = (amount: string) => ({ amount, currency: 'EUR' });

beforeAll(async () => {
  const { source } = service;
  await addBrand(source, 303, 'adidas');
  await addClub(source, 307, 'Málaga CF');
  await addSeason(source, 306, '2003-04');
  await addKit(source, 311, { name: 'Málaga CF 2024-25 Home' });
  owner = await createUserClient(source);
  await fill(source);
  const { body } = await owner.sendJson('POST', '/api/exports/', {});
  let address = '';
  await eventually(async () => {
    const exported = (await owner.get(`/api/exports/${body.id}/`)).body;
    if (exported.status !== 'done') throw new Error(`the export is ${exported.status}`);
    address = exported.file ?? exported.url;
  });
  const response = await fetch(new URL(address, source.url), {
    headers: { Authorization: `Token ${owner.token}` },
  });
  zip = Buffer.from(await response.arrayBuffer());
}, 60_000);

async function fill(collection: TestCollection) {
  const shirt = await addItem(collection, owner, {
    name: '=Shirt',
    brand_id: 303,
    club_id: 307,
    season_id: 306,
    kit_id: 311,
    size: 4,
    main_color: 7,
    secondary_colors: [1, 2],
    tags: ['a;b', 'c\\d'],
    description: 'one\ntwo, "three"',
    player_name: "'Nihat",
    number: 0,
    country: 'ES',
    design: 'STRIPES',
    detailed_condition: 'BNWT',
    is_signed: true,
    is_fan_version: false,
    is_short_sleeve: false,
    notes: '-5 from my aunt',
    location: 'attic',
    acquired_on: '2001-02-28',
    acquired_from: '@market',
    price: EUR('85.00'),
    estimated_value: EUR('120.00'),
    created_at: '2020-01-02T03:04:05.678Z',
    updated_at: '2021-01-02T03:04:05.678Z',
  });
  await collection
    .db('items')
    .where({ id: shirt })
    .update({ estimated_value: EUR('140.00') });
  await addItem(collection, owner, {
    name: '',
    is_draft: true,
    size: null,
    created_at: '2020-02-02T03:04:05.678Z',
  });
  const plain = { brand_id: 303, created_at: '2020-03-02T03:04:05.678Z' };
  for (let twin = 0; twin < 2; twin += 1)
    await addItem(collection, owner, { ...plain, name: 'Twin', is_private: true });
  await addItem(collection, owner, { ...plain, item_type: 'other', name: 'Pin', type: 'pin' });
  // Text values stay unchanged, even if they are a record's name.
  await addItem(collection, owner, {
    name: 'Of texts',
    brand_text: '-Oma Erna',
    club_text: 'Arsenal',
    season_text: "'66",
    size: null,
    size_text: '164',
    created_at: '2020-04-02T03:04:05.678Z',
  });
  const target = { content_type: 1, object_id: shirt };
  const webp = await (await draw()).webp().toBuffer();
  for (const [index, picture] of [await jpeg(), await png(), webp].entries()) {
    await owner.upload(picture, { ...target, caption: `Photo ${index}`, order: 5 - index });
  }
}

/** All records of a user, without ids and addresses, and with photos as bytes. */
async function readCollection(user: Photographer) {
  const items = (await user.get('/api/items/?ordering=created_at,name')).body as Array<{ id: number }>;
  return Promise.all(
    items.map(async ({ id }) => {
      const {
        photos,
        user: _owner,
        id: _id,
        labels: _labels,
        ...item
      } = (await user.get(`/api/items/${id}/`)).body;
      const values = (await user.get(`/api/items/${id}/values/`)).body;
      const shown = photos.map(
        async ({ image, caption, order, width, height, uploaded_at }: Record<string, string>) => ({
          caption,
          order,
          width,
          height,
          uploaded_at,
          bytes: (await download(image ?? '')).toString('base64'),
        }),
      );
      return { ...item, values, photos: await Promise.all(shown) };
    }),
  );
}

/** The records' ids in the second Kitroom by their ids in the first one. */
const IDS = { brand: { 303: 3 }, club: { 307: 7 }, season: { 306: 6 }, kit: { 311: 11 } } as const;

function translate(item: Record<string, unknown>) {
  const translated = Object.entries(IDS).map(([field, ids]) => {
    const id = item[field] as keyof typeof ids;
    return [field, ids[id] ?? id];
  });
  return { ...item, ...Object.fromEntries(translated.filter(([, id]) => id !== undefined)) };
}

async function importZip(user: Photographer, collection: TestCollection) {
  const importer = createImporter(collection, user.token);
  const review = await importer.review(zip, 'export.zip');
  expect([review.status, review.error, review.source]).toEqual(['review', null, 'zip']);
  return { importer, review };
}

describe('import of an export', () => {
  it('recreates the collection of a ZIP in another Kitroom, and only once', async () => {
    const { target } = service;
    const user = await createUserClient(target);
    const { importer, review } = await importZip(user, target);
    expect(review.counts).toMatchObject({ new: 6, invalid: 0, ambiguous: 0 });
    const done = await importer.apply(review.id);
    expect(done.counts).toMatchObject({ added: 6, failed: 0 });
    const before = await readCollection(owner);
    expect(before.map(({ photos }) => photos.length)).toContain(3);
    const after = await readCollection(user);
    expect(after).toEqual(before.map(translate));
    expect((await listFiles(target)).filter((file) => file.startsWith('imports'))).toEqual([]);

    const secondImport = await importZip(user, target);
    expect(secondImport.review.counts).toMatchObject({ unchanged: 6, new: 0 });
    await secondImport.importer.apply(secondImport.review.id);
    expect(await readCollection(user)).toEqual(after);

    // Without the ids of the other Kitroom, the items are recognized by their fields.
    await target.db('item_sources').delete();
    const byFields = await importZip(user, target);
    expect(byFields.review.counts).toMatchObject({ unchanged: 6, new: 0 });

    const undone = await importer.undo(review.id);
    expect(undone.undo).toEqual({ undone: 6, kept: [] });
    expect(await readCollection(user)).toEqual([]);
  }, 60_000);

  it('adds no photos if with_photos is false', async () => {
    const user = await createUserClient(service.target);
    const { importer, review } = await importZip(user, service.target);
    await importer.request(`/api/imports/${review.id}/`, 'PATCH', { options: { with_photos: false } });
    await importer.apply(review.id);
    expect((await readCollection(user)).flatMap(({ photos }) => photos)).toEqual([]);
  });

  it('adds the photos of the other items if one item cannot be stored', async () => {
    const { target } = service;
    await target.db.raw("alter table items add constraint no_pins check (name <> 'Pin') not valid");
    const user = await createUserClient(target);
    const { importer, review } = await importZip(user, target);
    const done = await importer.apply(review.id);
    await target.db.raw('alter table items drop constraint no_pins');
    expect(done.counts).toMatchObject({ added: 5, failed: 1 });
    const [failed] = await importer.rows(review.id, 'status=failed');
    expect(failed.errors).toEqual({ non_field_errors: ['The row could not be stored.'] });
    const photosOf = async (photographer: Photographer) =>
      (await readCollection(photographer)).flatMap(({ photos }) => photos);
    expect(await photosOf(user)).toEqual(await photosOf(owner));
  });

  it('recreates the published items of a CSV table', async () => {
    const { body: table } = await owner.get(
      '/api/collections/me/items.csv?bom=true&ordering=created_at,name',
    );
    const user = await createUserClient(service.target);
    const importer = createImporter(service.target, user.token);
    const review = await importer.review(table, 'items.csv');
    await importer.apply(review.id);
    const strip = ({ photos: _photos, values: _values, ...item }: Record<string, unknown>) => item;
    const published = (await readCollection(owner)).filter(({ is_draft }) => !is_draft);
    expect((await readCollection(user)).filter(({ is_draft }) => !is_draft).map(strip)).toEqual(
      published.map(translate).map(strip),
    );
  });
});

it('isCleanFile returns true only for pictures without metadata and without appended bytes', async () => {
  const { isCleanFile } = await import('../src/photos/pictures/is-clean-file.ts');
  const inspect = async (bytes: Buffer, format: 'jpeg' | 'png' | 'webp') => {
    const metadata = await sharp(bytes).metadata();
    return isCleanFile(bytes, { path: '', format, width: 1, height: 1, frames: 1, pixels: 1, metadata });
  };
  const exif = { IFD0: { Copyright: 'mine' } };
  const picture = await draw();
  expect(await inspect(await picture.clone().jpeg().toBuffer(), 'jpeg')).toBe(true);
  expect(await inspect(await picture.clone().withExif(exif).jpeg().toBuffer(), 'jpeg')).toBe(false);
  expect(
    await inspect(Buffer.concat([await picture.clone().jpeg().toBuffer(), Buffer.from('x')]), 'jpeg'),
  ).toBe(false);
  expect(await inspect(await picture.clone().png().toBuffer(), 'png')).toBe(true);
  expect(await inspect(await picture.clone().withExif(exif).png().toBuffer(), 'png')).toBe(false);
  expect(
    await inspect(Buffer.concat([await picture.clone().png().toBuffer(), Buffer.from('x')]), 'png'),
  ).toBe(false);
  expect(await inspect(await picture.clone().webp().toBuffer(), 'webp')).toBe(true);
  expect(await inspect(await picture.clone().withExif(exif).webp().toBuffer(), 'webp')).toBe(false);
});
