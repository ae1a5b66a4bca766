import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { holdCommits, holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { listFiles } from './test-photos.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();
let importer: Importer;

beforeEach(async () => {
  service.catalogue.isUnavailable = false;
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

const ABANDONED = { status: 'failed', error: 'Abandoned by its owner.' };
const FILE = 'Name,Brand,Size\nA,Nike,L\n';

const read = async (id: number) => (await importer.request(`/api/imports/${id}/`)).body;
const remove = async (id: number) => (await importer.request(`/api/imports/${id}/`, 'DELETE')).status;

/** Enough rows for applying them to take a second. */
const MANY = ['Name,Brand,Size', ...Array.from({ length: 3000 }, (_, at) => `Shirt ${at},Nike,L`)].join('\n');

describe('an import abandoned by its owner', () => {
  it('ends after the rows that are currently being added', async () => {
    const { id } = await importer.review(FILE);
    const { url } = service.database;
    const end = async () => [await remove(id), (await importer.items()).length];
    const meeting = await runUntilBlocked<unknown>(url, () => holdCommits(url, 'items'), [
      () => importer.apply(id),
      end,
    ]);
    expect(meeting).toEqual([expect.objectContaining(ABANDONED), [204, 1]]);
  });

  it('fails while being read, allows another import, and can then be deleted', async () => {
    service.catalogue.isUnavailable = true;
    const { id } = (await importer.send(FILE)).body;
    await eventually(async () => expect((await read(id)).progress.is_paused).toBe(true));
    expect(await remove(id)).toBe(204);
    expect(await read(id)).toMatchObject({ ...ABANDONED, progress: { is_paused: false } });
    service.catalogue.isUnavailable = false;
    const otherImport = await importer.review(FILE);
    expect(otherImport.counts).toMatchObject({ new: 1 });
    expect(await read(id)).toMatchObject(ABANDONED);
    expect(await importer.rows(id)).toEqual([]);
    expect((await importer.request(`/api/imports/${id}/undo/`, 'POST')).body).toEqual({
      detail: 'The import has added and updated nothing that could be undone.',
    });
    expect(await remove(id)).toBe(204);
    expect((await importer.request(`/api/imports/${id}/`)).status).toBe(404);
    expect(await remove(otherImport.id)).toBe(204);
    expect(await listFiles(service.collection)).toEqual([]);
  });

  it('keeps the items that were added so far, adds no more items, and can be undone', async () => {
    const { id } = await importer.review(MANY);
    expect((await importer.request(`/api/imports/${id}/apply/`, 'POST')).status).toBe(202);
    await eventually(async () => expect((await read(id)).counts.added).toBeGreaterThan(0));
    expect(await remove(id)).toBe(204);
    const ended = await read(id);
    expect(ended).toMatchObject(ABANDONED);
    const { added } = ended.counts;
    expect(added).toBeLessThan(3000);
    // The user's next import is applied during the time in which this one's thread could continue.
    const { id: next } = await importer.review(FILE);
    await importer.apply(next);
    expect((await read(id)).counts).toEqual(ended.counts);
    const count = async () =>
      Number((await importer.request('/api/items/?page_size=1')).headers.get('X-Total-Count'));
    expect(await count()).toBe(added + 1);
    const undone = await importer.undo(id);
    expect(undone).toMatchObject({ status: 'undone', error: null, undo: { undone: added, kept: [] } });
    expect(await count()).toBe(1);
    expect(await remove(id)).toBe(204);
    expect((await importer.request(`/api/imports/${id}/`)).status).toBe(404);
  });
});

describe('undoing an import', () => {
  it('keeps an item that its owner is changing at the same time', async () => {
    const { id } = await importer.review(FILE);
    await importer.apply(id);
    const [item] = await importer.items();
    const { url } = service.database;
    const change = () => importer.request(`/api/items/${item.id}/`, 'PATCH', { name: 'Mine' });
    await runUntilBlocked<unknown>(url, () => holdRow(url, 'items', item.id), [
      change,
      () => importer.undo(id),
    ]);
    expect((await read(id)).undo).toEqual({ undone: 0, kept: [{ row: 1, item: item.id, name: 'Mine' }] });
    expect(await importer.items()).toMatchObject([{ id: item.id, name: 'Mine' }]);
  });
});
