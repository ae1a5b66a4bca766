import { beforeEach, describe, expect, it } from '@jest/globals';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

async function readRows(...lines: readonly string[]) {
  const { id } = await importer.review(`${lines.join('\n')}\n`);
  return importer.rows(id);
}

describe('an imported cell that is understood only in part or not at all', () => {
  it('goes to the notes, labelled with its heading', async () => {
    const rows = await readRows(
      'Name;Size;H/A;Condition;Colour;Signed;No.;Country;Paid (€);Bought',
      'A;L;Home;8;Red;yes;7;Spain;45;2020-01-02',
      'B;L;CL Home;8.5;Red/Mauve;on the back;GK;Basque;gift;Christmas',
    );
    expect(rows.map(({ status, errors }) => [status, errors])).toEqual(rows.map(() => ['new', {}]));
    expect(rows[1].item).toMatchObject({ main_color: 2 });
    expect(rows[1].item.notes.split('\n').toSorted()).toEqual([
      'Bought: Christmas',
      'Colour: Red/Mauve',
      'Condition: 8.5',
      'Country: Basque',
      'H/A: CL Home',
      'No.: GK',
      'Paid (€): gift',
      'Signed: on the back',
    ]);
  });

  it('selects the kit by the kit type in the cell, and goes to the notes', async () => {
    const rows = await readRows(
      'Team;Season;H/A;Size',
      'Málaga CF;2024-25;CL Home;L',
      'Málaga CF;2024-25;Home;M',
      'Málaga CF;2024-25;Home shirt;S',
    );
    expect(rows.map(({ item }) => [item.kit, item.notes])).toEqual([
      [11, 'H/A: CL Home'],
      [11, undefined],
      [11, undefined],
    ]);
  });

  it('makes its row invalid if the cell is a price with digits or an item type', async () => {
    const rows = await readRows(
      'Name;Size;Paid (€);Type',
      'A;L;45-50;shirt',
      'B;L;3;chair',
      'C;L;3;shirt',
      'D;L;3;shirt',
    );
    expect(rows.map(({ errors }) => errors)).toEqual([
      { price: ['"45-50" is not an amount of money, such as 85.00 EUR.'] },
      { item_type: ['"chair" is not a type of items: jersey, shorts, outerwear, tracksuit, pants, other.'] },
      {},
      {},
    ]);
  });
});

describe('a single year in the season column', () => {
  const seasonsOf = async (...lines: readonly string[]) =>
    (await readRows('Team;Year;H/A;Size', ...lines)).map(({ item, matches }) => [
      item.season,
      item.kit ?? null,
      matches.season?.inferred ?? false,
    ]);

  it('is read as the season that begins or ends in the year, if only one of them has the kit', async () => {
    expect(await seasonsOf('Arsenal;1934;Home;L', 'Arsenal;1934;Away;L')).toEqual([
      [21, 100, true],
      [22, 101, true],
    ]);
  });

  it('sets no kit if both seasons have a matching kit', async () => {
    expect(await seasonsOf('Arsenal;1950;Home;L')).toEqual([[23, null, false]]);
  });

  it('is read as the single-year season if several seasons have the kit', async () => {
    expect(await seasonsOf('Manchester United;1950;Home;L')).toEqual([[23, 104, false]]);
  });

  it('is replaced by the season that the user sets', async () => {
    const { id } = await importer.review('Team;Year;H/A;Size\nArsenal;1934;Home;L\n');
    const path = `/api/imports/${id}/rows/1/`;
    const { body } = await importer.request(path, 'PATCH', { set: { season: 5 } });
    expect(body.item).toMatchObject({ season: 5 });
    expect(body.item.kit ?? null).toBeNull();
  });
});

describe('an imported row without a name', () => {
  it('is named by its kit; else by club, season and type; else by brand and type', async () => {
    const rows = await readRows(
      'Team;Season;Type;Maker;Size',
      'Málaga CF;2024-25;Home;;L',
      'Arsenal;1971/72;Away;;M',
      'Village FC;;;;M',
      ';;Third;Nike;S',
      ';;;Nike;S',
      ';;;;S',
    );
    expect(rows.map(({ item }) => item.name)).toEqual([
      'Málaga CF 2024-25 Home',
      'Arsenal 1971/72 Away',
      'Village FC',
      'Nike Third',
      'Nike jersey',
      undefined,
    ]);
    expect(rows.map(({ status }) => status)).toEqual(['new', 'new', 'new', 'new', 'new', 'invalid']);
    expect(rows.at(-1).errors).toEqual({
      name: [
        'The row has no name, and no club, season, brand or type to make one of. Write a name, or skip the row.',
      ],
    });
  });

  it('is named with words in place of the kit codes H and A', async () => {
    const rows = await readRows('Team;Season;H/A;Size', 'Arsenal;1971/72;H;L', 'Arsenal;1971/72;A;L');
    expect(rows.map(({ item }) => [item.name, item.notes])).toEqual([
      ['Arsenal 1971/72 Home', undefined],
      ['Arsenal 1971/72 Away', undefined],
    ]);
  });

  it.each(['Shirt', 'Trikot', 'Camiseta', 'Maillot', 'Maglia', 'Camisola'])(
    'is named by the kit type in a column "%s"',
    async (heading) => {
      const rows = await readRows(
        `Team;Season;${heading};Size`,
        'Málaga CF;2024-25;Home;L',
        'Arsenal;2003-04;Away;L',
      );
      expect(rows.map(({ item }) => [item.name, item.kit])).toEqual([
        ['Málaga CF 2024-25 Home', 11],
        ['Arsenal 2003-04 Away', undefined],
      ]);
    },
  );

  it('is valid if the sheet has only club, season, type and size', async () => {
    const review = await importer.review(
      'Verein;Saison;Typ;Größe\nArsenal;1971/72;Heim;L\nSV Dorf;2003-04;Auswärts;146\n;2003-04;TW;M\n',
    );
    expect(countsOf(review)).toEqual({ new: 3 });
  });
});
