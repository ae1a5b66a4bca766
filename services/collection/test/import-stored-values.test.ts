import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventually } from '@kitroom/testing/eventually';
import { createImporter } from './test-imports.ts';
import { addBrand, addItem, type TestItem } from './test-items.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { createUserClient, type Photographer } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';

/** Exports can contain values that were valid in the past but would be rejected in new items. */
const service = useMatchingCollection();

const BELL = 'a\u0007b';
const OLD: Partial<TestItem> = {
  name: '\u200B',
  country: 'UK',
  tags: ['x\u0007y', 'z'.repeat(50), ' ', 'a;b'],
  description: `${BELL}${'\u0301\u0323'.repeat(2000)}`,
  notes: `${BELL}\r\n${'n'.repeat(11_000)}`,
  location: 'a\nb',
  acquired_from: ' spaced\u00A0',
  player_name: 'p'.repeat(150),
  club_text: 'c'.repeat(300),
  season_text: '\tlong ago',
  size: null,
  size_text: 's'.repeat(60),
};
const SHOWN = ['name', 'country', 'tags', 'description', 'notes', 'location', 'acquired_from', 'player_name'];
const TEXTS = ['brand_text', 'club_text', 'season_text', 'size_text'];

beforeAll(async () => {
  await addBrand(service.collection, 9, 'Nike');
});

/** A user's items in the order in which they were added, with the fields of this test. */
async function readItems({ get }: Photographer) {
  const items = (await get('/api/items/?ordering=created_at&page_size=100')).body as Array<
    Record<string, unknown>
  >;
  return items.map((item) =>
    Object.fromEntries([...SHOWN, ...TEXTS, 'created_at'].map((field) => [field, item[field]])),
  );
}

async function addItems(user: Photographer, items: ReadonlyArray<Partial<TestItem>>): Promise<number[]> {
  const ids = [];
  for (const [index, item] of items.entries()) {
    const created = new Date(Date.UTC(2020, 0, 1, 0, 0, index));
    ids.push(await addItem(service.collection, user, { brand_id: 9, created_at: created, ...item }));
  }
  return ids;
}

async function exportZip(user: Photographer): Promise<Buffer> {
  const { body } = await user.sendJson('POST', '/api/exports/', {});
  let file = '';
  await eventually(async () => {
    const exported = (await user.get(`/api/exports/${body.id}/`)).body;
    if (exported.status !== 'done') throw new Error(`the export is ${exported.status}`);
    file = exported.file;
  });
  const headers = { Authorization: `Token ${user.token}` };
  const response = await fetch(new URL(file, service.collection.url), { headers });
  return Buffer.from(await response.arrayBuffer());
}

const download = async ({ get }: Photographer, name: string) =>
  String((await get(`/api/collections/me/${name}`)).body);
const exporters: Readonly<Record<string, (user: Photographer) => Promise<string | Buffer>>> = {
  'items.csv': (user) => download(user, 'items.csv'),
  'items.ndjson': (user) => download(user, 'items.ndjson'),
  'export.zip': exportZip,
};

describe.each(Object.keys(exporters))('import of %s with stored values that are no longer valid', (name) => {
  const exportOf = exporters[name] ?? exportZip;

  it('adds equal items to another account, and changes nothing in the same account', async () => {
    const user = await createUserClient(service.collection);
    const [shirt = 0] = await addItems(user, [OLD, { ...OLD, brand_id: null, brand_text: BELL }]);
    const photo = await user.upload(await jpeg(), { content_type: 1, object_id: shirt });
    const caption = `${BELL}${'c'.repeat(500)}`;
    await service.collection.db('photos').where({ id: photo.id }).update({ caption });
    const file = await exportOf(user);

    const ownImporter = createImporter(service.collection, user.token);
    const secondReview = await ownImporter.review(file, name);
    expect([secondReview.error, secondReview.counts]).toMatchObject([
      null,
      { unchanged: 2, new: 0, invalid: 0 },
    ]);

    const otherUser = await createUserClient(service.collection);
    const importer = createImporter(service.collection, otherUser.token);
    const review = await importer.review(file, name);
    const rows = await importer.rows(review.id);
    expect(rows.map(({ errors }) => errors)).toEqual([{}, {}]);
    expect((await importer.apply(review.id)).counts).toMatchObject({ added: 2, failed: 0 });
    expect(await readItems(otherUser)).toEqual(await readItems(user));
    const captions = (await otherUser.get('/api/photos/')).body.map(
      ({ caption: restored }: { caption: string }) => restored,
    );
    expect(captions).toEqual(name === 'export.zip' ? [caption] : []);
  });

  it('restores every string that the database can store', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter((value) => value.isWellFormed() && !value.includes('\0'));
    const nasty = fc.string({
      unit: fc.constantFrom(
        ' ',
        '"',
        "'",
        ',',
        ';',
        '\n',
        '\r',
        '\t',
        '\u00A0',
        '\uFEFF',
        '\u2028',
        '\\',
        '=',
        '\u0085',
      ),
      minLength: 1,
      maxLength: 4,
    });
    const any = fc.oneof(text, nasty);
    const item = fc.record({
      name: any,
      description: any,
      notes: any,
      location: any,
      acquired_from: any,
      player_name: any,
      club_text: any,
      season_text: any,
      tags: fc.array(any, { maxLength: 3 }),
    });
    const user = await createUserClient(service.collection);
    await addItems(user, fc.sample(item, 100));
    const otherUser = await createUserClient(service.collection);
    const importer = createImporter(service.collection, otherUser.token);
    const review = await importer.review(await exportOf(user), name);
    expect([review.error, review.counts]).toMatchObject([null, { new: 100 }]);
    await importer.apply(review.id);
    expect(await readItems(otherUser)).toEqual(await readItems(user));
  });
});

describe('import of a table with the header of an export', () => {
  it('rejects invalid values in row changes and in defaults', async () => {
    const user = await createUserClient(service.collection);
    await addItems(user, [{ ...OLD, location: '' }]);
    const otherUser = await createUserClient(service.collection);
    const importer = createImporter(service.collection, otherUser.token);
    const { id } = await importer.review(await download(user, 'items.csv'), 'items.csv');
    const refused = await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { set: { name: BELL } });
    expect(refused).toMatchObject({ status: 400 });
    await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { defaults: { location: BELL } } });
    const [row] = await importer.rows(id);
    expect(row).toMatchObject({
      status: 'invalid',
      errors: { location: ['Control characters are not allowed.'] },
    });
  });
});
