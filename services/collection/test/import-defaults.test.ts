import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

/** Reviews a sheet with these defaults; returns its rows. */
async function review(lines: readonly string[], defaults: object) {
  const { id } = await importer.review(`${lines.join('\n')}\n`);
  const { status } = await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { defaults } });
  expect(status).toBe(200);
  return { counts: countsOf(await importer.settled(id)), rows: await importer.rows(id) };
}

describe('a default of an import', () => {
  it('does not prevent the inference of brand and kit, and fills brands that were not inferred', async () => {
    const { counts, rows } = await review(
      ['Team,Year,H/A,Size', 'Málaga CF,2024/25,Home,L', 'Arsenal,2003-04,Away,M'],
      { brand: 'Unknown' },
    );
    expect(counts).toEqual({ new: 2 });
    expect(rows[0].item).toMatchObject({ club: 7, season: 5, kit: 11, brand: 3 });
    expect(rows[0].item).not.toHaveProperty('brand_text', 'Unknown');
    expect(rows[1].item).toMatchObject({ club: 51, season: 6, brand_text: 'Unknown' });
  });

  it('does not replace fields that the kit fills', async () => {
    const { rows } = await review(['Kit URL,Size', 'malaga-cf-2024-25-home-kit,L'], {
      brand: 'Nike',
      club_text: 'Village FC',
      season: '2003-04',
      main_color: 'Red/White',
      design: 'Plain',
      name: 'A shirt',
    });
    const [{ item }] = rows;
    expect(item).toMatchObject({ name: 'Málaga CF 2024-25 Home', kit: 11, brand: 3, club: 7, season: 5 });
    expect(item).toMatchObject({ design: 'STRIPES', secondary_colors: [1] });
    expect(item.club_text ?? '').toBe('');
  });

  it('does not replace values from other cells of the row', async () => {
    const { rows } = await review(
      ['Shirt,Club,Size,Colour,Player & No.,Condition', 'A,Village FC,146,Red/White,Messi 10,very good'],
      { club: 'Arsenal', size: 'M', secondary_colors: 'Black', number: 7, detailed_condition: 'GOOD' },
    );
    expect(rows[0].item).toMatchObject({
      club_text: 'Village FC',
      size_text: '146',
      secondary_colors: [1],
      number: 10,
      detailed_condition: 'VERY_GOOD',
    });
    expect(rows[0].item.club ?? null).toBeNull();
    expect(rows[0].item.size ?? null).toBeNull();
  });

  it('can be a string, a number or a boolean', async () => {
    const { rows } = await review(['Shirt,Size', 'A,L'], {
      is_signed: true,
      is_replica: 'no',
      condition: 8,
      number: '7',
      price: 30,
      currency: 'EUR',
      acquired_from: 'eBay',
    });
    expect(rows[0].item).toMatchObject({
      is_signed: true,
      is_replica: false,
      condition: 8,
      number: 7,
      price: { amount: '30.00', currency: 'EUR' },
      acquired_from: 'eBay',
    });
  });

  it('is used to infer kit and brand if the default is a club', async () => {
    const { rows } = await review(['Season,H/A,Size', '2024-25,Home,L', '2003-04,Home,M'], {
      club: 'Málaga CF',
    });
    expect(rows[0].item).toMatchObject({ name: 'Málaga CF 2024-25 Home', club: 7, kit: 11, brand: 3 });
    expect(rows[1].item).toMatchObject({ name: 'Málaga CF 2003-04 Home', club: 7, season: 6 });
  });

  it("names a row only if no name can be derived from the row's cells", async () => {
    const { rows } = await review(['Club,Size', 'Arsenal,L', ',M'], { name: 'A shirt' });
    expect(rows.map(({ item }) => item.name)).toEqual(['Arsenal', 'A shirt']);
  });

  it('does not fill a field that the item type does not have', async () => {
    const { counts, rows } = await review(['Item,Type,Colour', 'Old scarf,scarf,Red', 'A,shirt,Red'], {
      number: 7,
      player_name: 'Xavi',
    });
    expect(counts).toEqual({ new: 2 });
    expect(rows[0].item).not.toHaveProperty('number');
    expect(rows[1].item).toMatchObject({ number: 7, player_name: 'Xavi' });
  });

  it('does not replace a value that the user set for the row, even null', async () => {
    const { id } = await importer.review('Shirt,Size\nA,L\n');
    await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { defaults: { brand: 'Nike' } } });
    await importer.settled(id);
    const set = (values: object) => importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { set: values });
    expect((await set({ brand_text: 'Tailor' })).body.item).toMatchObject({ brand_text: 'Tailor' });
    const { body } = await set({ brand_text: '', brand: null });
    expect(body.item.brand ?? null).toBeNull();
  });
});
