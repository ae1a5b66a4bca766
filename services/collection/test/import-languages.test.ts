import { beforeEach, describe, expect, it } from '@jest/globals';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

/** Reads a sheet that needs no correction; returns its items without fields that have their default. */
async function readSheet(lines: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8') {
  const review = await importer.review(Buffer.from(lines.join('\r\n'), encoding), 'sheet.csv');
  const rows = await importer.rows(review.id);
  expect(rows.map(({ status, errors }) => ({ status, errors }))).toEqual(
    rows.map(() => ({ status: 'new', errors: {} })),
  );
  const items = rows.map(({ item }) =>
    Object.fromEntries(
      Object.entries(item as Record<string, unknown>).filter(
        ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
  return { review, rows, items };
}

const EUR = (amount: string) => ({ amount, currency: 'EUR' });

describe('an imported column with player and number', () => {
  it.each([
    'Player & No.',
    'Name/Number',
    'Nameset (number)',
    'Spieler + Nr.',
    'Name und Nummer',
    'Nombre y dorsal',
    'Joueur et numéro',
    'Flocage (nom et numéro)',
    'Giocatore e numero',
    'Jogador/Número',
  ])('is split into player_name and number: %s', async (heading) => {
    const cells = ['Messi 10', '10 Messi', 'Messi #10', 'Messi (10)', '10. Messi', 'Messi - No. 10'];
    const { review, items } = await readSheet([
      `Shirt,Brand,Size,${heading}`,
      ...cells.map((cell, at) => `Shirt ${at},Nike,L,${cell}`),
    ]);
    expect(review.mapping[heading]).toBe('player_name');
    expect(items).toMatchObject(cells.map(() => ({ player_name: 'Messi', number: 10 })));
    expect(review.warnings).toEqual([]);
  });

  it('moves cells that cannot be split to the notes, labelled with the heading', async () => {
    const cells = [
      'Neymar Jr. 11',
      'Alexander-Arnold',
      '#7',
      'CR7',
      'Xavi 6 / Iniesta 8',
      'Messi 10 (signed)',
      '-',
    ];
    const { review, items } = await readSheet([
      'Shirt,Brand,Size,Player & No.',
      ...cells.map((cell) => `A shirt,Nike,L,${cell}`),
    ]);
    const label = 'Player & No.';
    expect(items.map(({ player_name: player, number, notes }) => [player, number, notes])).toEqual([
      ['Neymar Jr.', 11, undefined],
      ['Alexander-Arnold', undefined, undefined],
      [undefined, 7, undefined],
      [undefined, undefined, `${label}: CR7`],
      [undefined, undefined, `${label}: Xavi 6 / Iniesta 8`],
      [undefined, undefined, `${label}: Messi 10 (signed)`],
      [undefined, undefined, undefined],
    ]);
    expect(review.warnings).toMatchObject([{ column: label, count: 3 }]);
  });

  it('gives precedence to a separate number column, and adds a differing number to the notes', async () => {
    const { items } = await readSheet([
      'Shirt,Brand,Size,Spieler + Nr.,Trikotnummer',
      'A,Nike,L,Messi 10,10',
      'B,Nike,L,Messi 10,30',
    ]);
    expect(items).toMatchObject([
      { player_name: 'Messi', number: 10 },
      { player_name: 'Messi', number: 30, notes: 'Spieler + Nr.: Messi 10' },
    ]);
    expect(items[0]).not.toHaveProperty('notes');
  });

  it('goes to the notes of items whose type has no player_name', async () => {
    const { items } = await readSheet([
      'Item type,Name,Brand,Size,Type,Player & No.',
      'Shorts,Training,Nike,M,,Messi 10',
      'Other,Pin,Nike,,pin,Messi 10',
    ]);
    expect(items).toMatchObject([
      { item_type: 'shorts', number: 10, notes: 'Player & No.: Messi 10' },
      { item_type: 'other', notes: 'Player & No.: Messi 10' },
    ]);
  });

  it('is mapped to name if its cells are not players with numbers', async () => {
    const { review } = await readSheet(['Name/Number,Brand,Size', 'Cup final,Nike,L', 'Derby,Nike,M']);
    expect(review.mapping['Name/Number']).toBe('name');
  });
});

describe('a sheet imported without corrections', () => {
  it('is read in English, with a condition in words, a signature and a shop', async () => {
    const { items } = await readSheet([
      'Shirt name,Team,Year,Made by,Size,Condition,Signed?,Paid (£),Bought from,Date bought',
      'Cup final,Manchester United,2024/25,Nike,Mens XL,"Very good, small mark",yes,£45.00 + p&p,eBay,3rd May 2019',
    ]);
    expect(items).toEqual([
      {
        item_type: 'jersey',
        name: 'Cup final',
        club: 49,
        season: 5,
        brand: 9,
        size: 6,
        detailed_condition: 'VERY_GOOD',
        is_signed: true,
        price: { amount: '45.00', currency: 'GBP' },
        acquired_from: 'eBay',
        acquired_on: '2019-05-03',
        notes: 'Condition: Very good, small mark\nPaid (£): + p&p',
      },
    ]);
  });

  it('sets item types from a type column, and names items without a name by brand and type', async () => {
    const { items } = await readSheet([
      'Type,Brand,Size',
      'Jacket,Nike,L',
      'Scarf,Nike,',
      'Hoodie,Nike,M',
      'Gorra,Nike,',
    ]);
    expect(items).toEqual([
      { item_type: 'outerwear', type: 'jacket', name: 'Nike Jacket', brand: 9, size: 5 },
      { item_type: 'other', type: 'scarf', name: 'Nike Scarf', brand: 9 },
      { item_type: 'outerwear', type: 'hoodie', name: 'Nike Hoodie', brand: 9, size: 4 },
      { item_type: 'other', type: 'cap', name: 'Nike Gorra', brand: 9 },
    ]);
  });

  it('is read in German and Windows-1252, with item types and running numbers', async () => {
    const { items, review } = await readSheet(
      [
        'Nr.;Art;Bezeichnung;Verein;Spielzeit;Hersteller;Größe;Farbe;Kaufpreis in EUR;Lagerort;Bemerkung',
        '1;Trikot;Pokal;Arsenal;24/25;Nike;XL;Rot/Weiß;ca. 50,-;Schrank;geflickt',
        '2;Hose;Training;Arsenal;24/25;Nike;L;schwarz;1.050;k. A.;-',
      ],
      'latin1',
    );
    const common = { club: 51, season: 5, brand: 9 };
    expect(items).toEqual([
      {
        ...common,
        item_type: 'jersey',
        name: 'Pokal',
        size: 6,
        main_color: 2,
        secondary_colors: [1],
        price: EUR('50.00'),
        location: 'Schrank',
        notes: 'geflickt\nNr.: 1',
      },
      {
        ...common,
        item_type: 'shorts',
        name: 'Training',
        size: 14,
        main_color: 4,
        price: EUR('1050.00'),
        notes: '-\nNr.: 2',
      },
    ]);
    expect(review.mapping['Nr.']).toBeNull();
    expect(review.warnings).toContainEqual({ column: 'Nr.', count: 2, message: expect.any(String) });
  });

  it('is read in Spanish, with a quantity and a sponsor that go to the notes', async () => {
    const { items, review } = await readSheet([
      'Camiseta;Equipo;Temporada;Marca;Talla;Dorsal;Jugador;Cantidad;Precio;Fecha de compra;Patrocinador',
      'Local;Málaga CF;2003-04;adidas;Talla M;7;Joaquín;2;30 €;12 de marzo de 2019;Unicaja',
    ]);
    expect(items).toEqual([
      {
        item_type: 'jersey',
        name: 'Local',
        club: 7,
        season: 6,
        brand: 3,
        size: 4,
        number: 7,
        player_name: 'Joaquín',
        price: EUR('30.00'),
        acquired_on: '2019-03-12',
        notes: 'Cantidad: 2\nPatrocinador: Unicaja',
      },
    ]);
    expect(review.warnings.map(({ column }: { column: string }) => column)).toEqual([
      'Cantidad',
      'Patrocinador',
    ]);
  });

  it('is read in French, with names that the catalogue does not know', async () => {
    const { items } = await readSheet([
      'Maillot;Club;Saison;Équipementier;Taille;État;Prix;Acheté le',
      'Extérieur;AS Villers;1966/67;Couture Martin;Âge 12;très bon état;1\u202F100,00\u00A0€;août 2015',
    ]);
    expect(items).toEqual([
      {
        item_type: 'jersey',
        name: 'Extérieur',
        club_text: 'AS Villers',
        season_text: '1966/67',
        brand_text: 'Couture Martin',
        size_text: 'Âge 12',
        detailed_condition: 'VERY_GOOD',
        price: EUR('1100.00'),
        notes: 'Acheté le: août 2015',
      },
    ]);
  });

  it('is read in Italian, with sleeves, a country and an estimated value', async () => {
    const { items } = await readSheet([
      'Maglia,Squadra,Stagione,Fornitore,Taglia,Maniche,Nazione,Valore (CHF),Condizioni,Data di acquisto',
      'Trasferta,Arsenal,2003/04,adidas,L,lunghe,Inghilterra,1’200.50,ottime condizioni,5 gen. 2020',
    ]);
    expect(items).toEqual([
      {
        item_type: 'jersey',
        name: 'Trasferta',
        club: 51,
        season: 6,
        brand: 3,
        size: 5,
        is_short_sleeve: false,
        country: 'GB',
        estimated_value: { amount: '1200.50', currency: 'CHF' },
        detailed_condition: 'EXCELLENT',
        acquired_on: '2020-01-05',
      },
    ]);
  });

  it('is read in Portuguese, with placeholders for empty cells and a season saved as a date', async () => {
    const { items } = await readSheet([
      'Camisola;Clube;Época;Fornecedor;Tamanho;Número;Assinada;Preço;Observações',
      'Final;Arsenal;2003-04-01;Nike;G;n/a;?;R$ 150,00;-',
    ]);
    expect(items).toEqual([
      {
        item_type: 'jersey',
        name: 'Final',
        club: 51,
        season: 6,
        brand: 9,
        size: 5,
        price: { amount: '150.00', currency: 'BRL' },
        notes: '-',
      },
    ]);
  });
});

describe('the brand and kit of an imported row', () => {
  it("are inferred from the kits of the row's club and season", async () => {
    const { items, rows } = await readSheet([
      'Shirt,Club,Season,Size',
      'Home shirt,Málaga CF,2024-25,L',
      'Joaquín,Málaga CF,2024/25,M',
    ]);
    expect(items).toMatchObject([{ kit: 11, brand: 3, design: 'STRIPES' }, { brand: 3 }]);
    expect(items[1]).not.toHaveProperty('kit');
    expect(rows[0].matches).toMatchObject({
      kit: { id: 11, inferred: true },
      brand: { id: 3, name: 'adidas', inferred: true },
      club: { id: 7 },
    });
    expect(rows[0].matches.club).not.toHaveProperty('inferred');
  });

  it("are inferred after the user sets the row's club", async () => {
    const review = await importer.review('Shirt,Club,Season,Size\nHome shirt,Malaga,2024-25,L\n');
    const path = `/api/imports/${review.id}/rows/1/`;
    const { body } = await importer.request(path, 'PATCH', { set: { club: 7 } });
    expect(body).toMatchObject({ status: 'new', item: { club: 7, kit: 11, brand: 3 } });
  });

  it('are not inferred if the row names another brand', async () => {
    const { items } = await readSheet([
      'Shirt,Club,Season,Brand,Size',
      'Home shirt,Málaga CF,2024-25,Nike,L',
    ]);
    expect(items).toEqual([
      { item_type: 'jersey', name: 'Home shirt', club: 7, season: 5, brand: 9, size: 5 },
    ]);
  });
});

describe('an imported yes/no column', () => {
  it.each([
    ['Long sleeve?', 'is_short_sleeve', ['yes', 'No'], [false, true]],
    ['Langarm', 'is_short_sleeve', ['x', 'nein'], [false, true]],
    ['Manches longues', 'is_short_sleeve', ['oui', 'courtes'], [false, true]],
    ['Spielerversion', 'is_fan_version', ['ja', 'nein'], [false, true]],
    ['Short sleeve?', 'is_short_sleeve', ['yes', 'no'], [true, false]],
  ])(
    'inverts yes and no only if the heading says the opposite of the field: %s',
    async (heading, field, cells, values) => {
      const { items } = await readSheet([
        `Shirt,Brand,Size,${heading}`,
        ...cells.map((cell, at) => `Shirt ${at},Nike,L,${cell}`),
      ]);
      expect(items.map((item) => item[field])).toEqual(values);
    },
  );
});

describe('imported columns without a field', () => {
  const SHEET = 'Name,Brand,Size,Sponsor\nA,Nike,L,JVC\nB,Nike,L,-\n';
  const notesOf = async (id: number) => (await importer.rows(id)).map(({ item }) => item.notes ?? '');

  it('go to the notes, unless the user ignores the column or all such columns', async () => {
    const { id, warnings } = await importer.review(SHEET);
    expect(await notesOf(id)).toEqual(['Sponsor: JVC', '']);
    expect(warnings).toEqual([{ column: 'Sponsor', count: 1, message: expect.stringContaining('notes') }]);
    const patch = (body: object) => importer.request(`/api/imports/${id}/`, 'PATCH', body);
    expect((await patch({ mapping: { Sponsor: 'ignore' } })).body.warnings).toEqual([]);
    expect(await notesOf(id)).toEqual(['', '']);
    await patch({ mapping: { Sponsor: null, Brand: null }, options: { defaults: { brand: 'Nike' } } });
    expect(await notesOf(id)).toEqual(['Brand: Nike\nSponsor: JVC', 'Brand: Nike']);
    await patch({ options: { unmapped: 'ignore' } });
    expect(await notesOf(id)).toEqual(['', '']);
  });
});

describe('an import that updates items', () => {
  it("appends columns without a field to the item's notes, and only once", async () => {
    const sheet = (sponsor: string) => `Ref,Name,Brand,Size,Sponsor\nA-1,A,Nike,L,${sponsor}\n`;
    await importer.apply((await importer.review(sheet('JVC'))).id);
    const [item] = await importer.items();
    await importer.request(`/api/items/${item.id}/`, 'PATCH', { notes: 'mine' });
    for (const counts of [{ update: 1 }, { unchanged: 1 }]) {
      const { id } = await importer.review(sheet('Sharp'));
      const options = { on_match: 'update' };
      const { body } = await importer.request(`/api/imports/${id}/`, 'PATCH', { options });
      expect(body.counts).toMatchObject(counts);
      await importer.apply(id);
      expect((await importer.items())[0].notes).toBe('mine\nSponsor: Sharp');
    }
  });

  it('leaves items with the same tags unchanged, and restores replaced tags when undone', async () => {
    const update = async (tags: string) => {
      const { id } = await importer.review(`Ref,Name,Brand,Size,Tags\nA-1,A,Nike,L,${tags}\n`);
      await importer.request(`/api/imports/${id}/`, 'PATCH', { options: { on_match: 'update' } });
      return importer.apply(id);
    };
    const countTagged = async (tag: string) => (await importer.request(`/api/items/?tag=${tag}`)).body.length;
    await update('Home; rare');
    expect((await update('Home; rare')).counts).toMatchObject({ unchanged: 1, updated: 0 });
    const { id, counts } = await update('away');
    expect([counts.updated, await countTagged('home'), await countTagged('away')]).toEqual([1, 0, 1]);
    await importer.undo(id);
    expect((await importer.items())[0].tags).toEqual(['Home', 'rare']);
    expect([await countTagged('home'), await countTagged('away')]).toEqual([1, 0]);
  });
});

describe("import of the user's own CSV export", () => {
  it('updates exactly the exported items, even if a spreadsheet turned their seasons into numbers', async () => {
    await importer.apply(
      (
        await importer.review(
          'Name,Brand,Club,Season,Size\nA,Nike,Arsenal,2003-04,L\nA,Nike,Arsenal,2003-04,L\n',
        )
      ).id,
    );
    const { body: table } = await importer.request('/api/collections/me/items.csv');
    const [header = '', ...rows] = String(table).trim().split('\r\n');
    const changed = rows.map((row, at) =>
      row.replace(',A,', `,Renamed ${at},`).replace(',2003-04,', ',37712,'),
    );
    const review = await importer.review([header, ...changed].join('\r\n'), 'items.csv');
    const { body: revised } = await importer.request(`/api/imports/${review.id}/`, 'PATCH', {
      options: { on_match: 'update' },
    });
    expect(revised.counts).toMatchObject({ update: 2, new: 0, invalid: 0 });
    const ids = (await importer.rows(review.id)).map(({ item_id: id }) => id);
    const place = header.split(',').indexOf('id');
    expect(ids).toEqual(changed.map((row) => Number(row.split(',')[place])));
    await importer.apply(review.id);
    const items = await importer.items();
    expect(items.map(({ name, season }) => ({ name, season }))).toEqual(
      expect.arrayContaining([
        { name: 'Renamed 0', season: 6 },
        { name: 'Renamed 1', season: 6 },
      ]),
    );
  });

  it('keeps names and notes such as "-", "n/a", "Total" and "?" literally', async () => {
    const names = ['-', 'n/a', 'Total', "'=x"];
    for (const name of names) {
      await importer.request('/api/items/', 'POST', {
        item_type: 'jersey',
        name,
        brand: 9,
        size: 5,
        notes: '?',
      });
    }
    const { body: table } = await importer.request('/api/collections/me/items.csv');
    const otherImporter = createImporter(service.collection, (await addCollector(service.collection)).token);
    const review = await otherImporter.review(table, 'items.csv');
    expect(review.warnings).toEqual([]);
    await otherImporter.apply(review.id);
    const items = await otherImporter.items();
    expect(items.map(({ name }) => String(name)).toSorted()).toEqual(names.toSorted());
    expect(items.every(({ notes }) => notes === '?')).toBe(true);
  });
});
