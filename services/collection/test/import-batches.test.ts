import { describe, expect, it } from '@jest/globals';
import { countsOf, createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

// An import reads 500 rows of its file at a time, lists 500 failed rows, and adds or removes 100 items at a
// time.
describe('an import', () => {
  it.each([
    { added: 200, invalid: 800 },
    { added: 201, invalid: 1000 },
  ])('adds and undoes $added rows, and lists $invalid invalid rows', async ({ added, invalid }) => {
    const importer = createImporter(service.collection, (await addCollector(service.collection)).token);
    const lines = (count: number, condition: number) =>
      Array.from({ length: count }, (_, at) => `Shirt ${at},${condition}\n`).join('');
    const { id, counts } = await importer.review(`Name,Condition\n${lines(added, 8)}${lines(invalid, 99)}`);
    expect(counts).toMatchObject({ new: added, invalid });
    expect(countsOf(await importer.apply(id))).toEqual({ added, invalid });
    const { body } = await importer.request(`/api/imports/${id}/failed.csv`);
    expect(String(body).trim().split('\n')).toHaveLength(1 + invalid);
    const { status } = await importer.undo(id);
    expect([status, await importer.items()]).toEqual(['undone', []]);
  });
});
