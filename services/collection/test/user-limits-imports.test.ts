import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { useCollection } from './test-collection.ts';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { addItem } from './test-items.ts';
import { countOutcomes, limitUser, totalFileSize, usageOf } from './test-limits.ts';
import { createUserClient, listFiles, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';

const collection = useCollection();

const TOO_MANY = expect.stringMatching(/^You have as many items as this service allows: /);
const FULL = expect.stringMatching(/^Your storage is full: /);

let user: Photographer;
let importer: Importer;

beforeEach(async () => {
  user = await createUserClient(collection);
  importer = createImporter(collection, user.token);
});

/** A table of `count` shirts. */
const tableOf = (count: number) =>
  ['Name', ...Array.from({ length: count }, (_, at) => `Shirt ${at}`)].join('\n');

describe('an import with a limit of items', () => {
  it('adds as many rows as fit, reports the other rows as failed, and adds rows again when there is room', async () => {
    await limitUser(collection, user, { items_max: 30 });
    const { id } = await importer.review(tableOf(40));
    const done = await importer.apply(id);
    expect([done.status, countsOf(done)]).toEqual(['done', { added: 30, failed: 10 }]);
    const failed = await importer.rows(id, 'status=failed');
    expect(failed.map(({ errors }) => errors)).toEqual(
      Array.from({ length: 10 }, () => ({ non_field_errors: [TOO_MANY] })),
    );
    await importer.undo(id);
    expect((await usageOf(user)).items).toBe(0);
    const again = await importer.apply((await importer.review(tableOf(25))).id);
    expect(countsOf(again)).toEqual({ added: 25 });
  });

  it('adds items up to exactly the limit together with twenty parallel requests', async () => {
    await limitUser(collection, user, { items_max: 50 });
    const { id } = await importer.review(tableOf(45));
    await importer.request(`/api/imports/${id}/apply/`, 'POST');
    const create = () => user.sendJson('POST', '/api/items/', { item_type: 'other', name: 'Pin' });
    const outcomes = countOutcomes(await Promise.all(Array.from({ length: 20 }, create)));
    const counts = countsOf(await importer.settled(id));
    expect((outcomes['201'] ?? 0) + (counts['added'] ?? 0)).toBe(50);
    expect((outcomes['400 non_field_errors'] ?? 0) + (counts['failed'] ?? 0)).toBe(15);
    expect((await usageOf(user)).items).toBe(50);
  });
});

describe('an import of photos with a limit of storage', () => {
  /** Exports three items, the last of them without a photo; returns the export and the size of a photo. */
  async function makeExport() {
    const owner = await createUserClient(collection);
    const picture = await png({ width: 120, height: 90 });
    for (const name of ['First', 'Second', 'Third']) {
      const object_id = await addItem(collection, owner, { name });
      if (name !== 'Third') await owner.upload(picture, { content_type: 1, object_id });
    }
    const rows = await collection.db('photos').where({ user_id: owner.id });
    const { id } = (await owner.sendJson('POST', '/api/exports/', {})).body;
    let file = '';
    await eventually(async () => {
      ({ file } = (await owner.get(`/api/exports/${id}/`)).body);
      expect(file).toBeTruthy();
    }, 60_000);
    const response = await fetch(file, { headers: { Authorization: `Token ${owner.token}` } });
    const originals = rows.map((row) => row.image_key as string);
    const size = (await totalFileSize(collection, (name) => originals.includes(name))) / 2;
    return { zip: Buffer.from(await response.arrayBuffer()), size };
  }

  it('adds the rows whose photos fit to the byte, and leaves no files of the failed rows', async () => {
    const { zip, size } = await makeExport();
    await limitUser(collection, user, { storage_max: 2 * size - 1 });
    const { id } = await importer.review(zip, 'export.zip');
    const done = await importer.apply(id);
    expect(countsOf(done)).toEqual({ added: 2, failed: 1 });
    const [failed] = await importer.rows(id, 'status=failed');
    expect(failed.errors).toEqual({ image: [FULL] });
    const { body: photos } = await user.get('/api/photos/');
    expect(photos).toHaveLength(1);
    await eventually(async () => {
      const files = await listFiles(collection);
      const rows = await collection.db('photos');
      const named = rows.flatMap((row) => [row.image_key, row.avif_key, row.card_key, row.thumbnail_key]);
      const inUse = new Set(named);
      const isPhoto = (file: string) => /^(?:originals|avif|cards|thumbnails)\//.test(file);
      expect(files.filter((file) => isPhoto(file) && !inUse.has(file))).toEqual([]);
    });
  });

  it('adds only rows without photos if the limit is 0', async () => {
    const { zip } = await makeExport();
    await limitUser(collection, user, { storage_max: 0 });
    const { id } = await importer.review(zip, 'export.zip');
    expect(countsOf(await importer.apply(id))).toEqual({ added: 1, failed: 2 });
    expect(await usageOf(user)).toMatchObject({ items: 1, storage: 0 });
  });
});
