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

describe('a cell of which only a part is understood', () => {
  it('goes to the notes with its label, and so does one of which nothing is', async () => {
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

  it('of a kit’s type keeps the rest beside the kit that it means', async () => {
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

  it('is an error that says what is right if it is a number that cannot be read', async () => {
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

describe('a year alone', () => {
  const seasonsOf = async (...lines: readonly string[]) =>
    (await readRows('Team;Year;H/A;Size', ...lines)).map(({ item, matches }) => [
      item.season,
      item.kit ?? null,
      matches.season?.inferred ?? false,
    ]);

  it('is the season that begins or ends in it, if only one of them has the kit', async () => {
    expect(await seasonsOf('Arsenal;1934;Home;L', 'Arsenal;1934;Away;L')).toEqual([
      [21, 100, true],
      [22, 101, true],
    ]);
  });

  it('brings no kit along if both seasons have it', async () => {
    expect(await seasonsOf('Arsenal;1950;Home;L')).toEqual([[23, null, false]]);
  });

  it('is a season of its own first', async () => {
    expect(await seasonsOf('Manchester United;1950;Home;L')).toEqual([[23, 104, false]]);
  });

  it('is any season if the user has chosen it', async () => {
    const { id } = await importer.review('Team;Year;H/A;Size\nArsenal;1934;Home;L\n');
    const path = `/api/imports/${id}/rows/1/`;
    const { body } = await importer.request(path, 'PATCH', { set: { season: 5 } });
    expect(body.item).toMatchObject({ season: 5 });
    expect(body.item.kit ?? null).toBeNull();
  });
});

describe('a row without a name', () => {
  it('is called after its kit; club, season and type; brand and type', async () => {
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

  it('has the words for codes of kits', async () => {
    const rows = await readRows('Team;Season;H/A;Size', 'Arsenal;1971/72;H;L', 'Arsenal;1971/72;A;L');
    expect(rows.map(({ item }) => [item.name, item.notes])).toEqual([
      ['Arsenal 1971/72 Home', undefined],
      ['Arsenal 1971/72 Away', undefined],
    ]);
  });

  it.each(['Shirt', 'Trikot', 'Camiseta', 'Maillot', 'Maglia', 'Camisola'])(
    'may have the types of kits in a column %s',
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

  it('is valid in a sheet of club, season, type and size', async () => {
    const review = await importer.review(
      'Verein;Saison;Typ;Größe\nArsenal;1971/72;Heim;L\nSV Dorf;2003-04;Auswärts;146\n;2003-04;TW;M\n',
    );
    expect(countsOf(review)).toEqual({ new: 3 });
  });
});
