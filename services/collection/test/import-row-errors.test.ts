import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

/** Three rows have an invalid condition, and one of them has an invalid number, too. */
const SHEET = [
  'Name,Club,Brand,Size,Condition,Number',
  'First,Arsenal,Nike,L,14,7',
  'Second,Arsenal,Nike,L,15,9000',
  'Third,Arsenal,Nike,L,16,7',
  ...Array.from({ length: 5 }, (_, index) => `Good ${index},Arsenal,Nike,L,8,7`),
].join('\n');

const patchRows = (id: number, body: object) => importer.request(`/api/imports/${id}/rows/`, 'PATCH', body);

describe('PATCH /api/imports/{id}/rows/', () => {
  it('sets a field of all rows that have an error in this field', async () => {
    const { id, row_errors: errors } = await importer.review(SHEET);
    expect(errors).toEqual([
      { field: 'condition', invalid: 3, drafts: 0 },
      { field: 'number', invalid: 1, drafts: 0 },
    ]);
    const { status, body } = await patchRows(id, { field: 'condition', set: { condition: 7 } });
    expect([status, countsOf(body), body.row_errors]).toEqual([
      200,
      { new: 7, invalid: 1 },
      [{ field: 'number', invalid: 1, drafts: 0 }],
    ]);
    const rows = await importer.rows(id);
    expect(rows.slice(0, 4).map(({ item, decided }) => [item.condition, decided])).toEqual([
      [7, ['condition']],
      [7, ['condition']],
      [7, ['condition']],
      [8, []],
    ]);
  });

  it('keeps fields that the user set for single rows, and does not change skipped rows', async () => {
    const { id } = await importer.review(SHEET);
    const patchRow = (number: number, body: object) =>
      importer.request(`/api/imports/${id}/rows/${number}/`, 'PATCH', body);
    await patchRow(1, { set: { name: 'Mine' } });
    await patchRow(3, { skip: true });
    await patchRows(id, { field: 'condition', set: { condition: 7 } });
    const [first, , third] = await importer.rows(id);
    expect(first.item).toMatchObject({ name: 'Mine', condition: 7 });
    expect(third).toMatchObject({ status: 'skipped', decided: [] });
  });

  it('skips all rows that have an error in a field', async () => {
    const { id } = await importer.review(SHEET);
    const { body } = await patchRows(id, { field: 'condition', skip: true });
    expect(countsOf(body)).toEqual({ new: 5, skipped: 3 });
  });

  it('returns 400 for values that an item cannot have, and changes nothing', async () => {
    const { id } = await importer.review(SHEET);
    expect(await patchRows(id, { field: 'condition', set: { condition: 11 } })).toMatchObject({
      status: 400,
      body: { condition: [expect.any(String)] },
    });
    expect(await patchRows(id, { field: 'club', set: { club: 4_000_000 } })).toMatchObject({
      status: 400,
      body: { club: [expect.any(String)] },
    });
    expect(countsOf(await importer.settled(id))).toEqual({ new: 5, invalid: 3 });
  });

  it("returns 404 for another user's import, and 409 for an applied import", async () => {
    const { id } = await importer.review(SHEET);
    const change = { field: 'condition', set: { condition: 7 } };
    const stranger = createImporter(service.collection, (await addCollector(service.collection)).token);
    expect((await stranger.request(`/api/imports/${id}/rows/`, 'PATCH', change)).status).toBe(404);
    await importer.apply(id);
    expect((await patchRows(id, change)).status).toBe(409);
  });
});

describe('an import with drafts', () => {
  it('counts the drafts and their errors by field, before and after the import is applied', async () => {
    const { id } = await importer.review(SHEET);
    const options = { invalid_as_draft: true };
    const { body: review } = await importer.request(`/api/imports/${id}/`, 'PATCH', { options });
    const counted = {
      drafts: 3,
      row_errors: [
        { field: 'condition', invalid: 0, drafts: 3 },
        { field: 'number', invalid: 0, drafts: 1 },
      ],
    };
    expect([countsOf(review), review]).toMatchObject([{ new: 8 }, counted]);
    const [row] = await importer.rows(id);
    expect(row).toMatchObject({
      status: 'new',
      item: { is_draft: true },
      errors: { condition: [expect.any(String)] },
    });
    const done = await importer.apply(id);
    expect([countsOf(done), done]).toMatchObject([{ added: 8 }, counted]);
    expect((await importer.items()).filter(({ is_draft: isDraft }) => isDraft)).toHaveLength(3);
  });
});

describe('an imported row with only a kit URL and a size', () => {
  it('shows club, season and brand of the kit as inferred matches', async () => {
    const { id } = await importer.review('Kit URL,Size\nmalaga-cf-2024-25-home-kit,L\n');
    const [{ matches }] = await importer.rows(id);
    expect(matches).toMatchObject({
      club: { id: 7, name: 'Málaga CF', inferred: true },
      season: { id: 5, inferred: true },
      brand: { id: 3, inferred: true },
    });
  });
});
