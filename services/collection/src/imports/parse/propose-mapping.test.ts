import { describe, expect, it } from '@jest/globals';
import { proposeMapping } from './propose-mapping.ts';
import { findColumnCurrency } from './read-currency.ts';

function table(columns: Readonly<Record<string, string[]>>) {
  return proposeMapping(Object.entries(columns).map(([name, values]) => ({ name, values })));
}

function propose(...names: string[]) {
  return proposeMapping(names.map((name) => ({ name, values: [] })));
}

describe('proposeMapping', () => {
  const HEADINGS = ['No', 'No.', 'NO.', '#', 'Nr.', 'Nº', 'N°', 'Núm.', 'Numéro', 'Number', 'Nummer'];
  const NUMBERS = {
    rising: ['7', '8', '9'],
    'rising with gaps': ['3', '7', '10', '23'],
    'rising by one': ['7', '8', '9', '10', '11', '12'],
    falling: ['10', '9', '1'],
    unordered: ['10', '7', '23'],
    repeated: ['10', '7', '10'],
    'missing in a row': ['10', '', '7'],
    single: ['10'],
  };

  it.each(Object.entries(NUMBERS))(
    'proposes the shirt number for a column of small numbers: %s',
    (_, numbers) => {
      const clubs = numbers.map(() => 'Arsenal');
      const players = numbers.map(() => 'Henry');
      for (const heading of HEADINGS) {
        const tables = [
          { [heading]: numbers, Club: clubs },
          { Club: clubs, [heading]: numbers },
          { Player: players, [heading]: numbers, Club: clubs },
          { [heading]: numbers, Player: players, Club: clubs },
          { [heading]: numbers, Club: clubs, 'Name on back': players },
        ];
        const fields = tables.map((columns) => table(columns)[heading]);
        expect([heading, fields]).toEqual([heading, tables.map(() => 'number')]);
      }
    },
  );

  it.each([
    { Club: ['A', 'B', 'C'], Player: ['x', 'y', 'z'], 'No.': ['1', '2', '3'] },
    { Club: ['A', 'B', 'C'], 'No.': ['1', '2', '3'], Player: ['x', 'y', 'z'] },
    { 'No.': ['101', '405', '302'], Player: ['x', 'y', 'z'] },
    { Player: ['x', 'y', 'z'], Club: ['A', 'B', 'C'], 'No.': ['101', '405', '302'] },
  ])(
    'proposes the shirt number for a column of numbers next to players: %j',
    (columns: Record<string, string[]>) => {
      expect(table(columns)['No.']).toBe('number');
    },
  );

  it.each([
    [['1', '2', '3']],
    [['0', '1', '2', '3']],
    [['1', '2', '3', '1', '2']],
    [['201', '202', '203', '204', '205']],
  ])('proposes nothing for the row numbers %j', (numbers) => {
    const players = numbers.map(() => 'x');
    expect(table({ '#': numbers, Player: players })['#']).toBeNull();
    expect(table({ Club: players, '#': numbers })['#']).toBeNull();
  });

  it('considers only players of the same sheet for a column of numbers', () => {
    const [first, second] = [new Set(['2023']), new Set(['2024'])];
    const mapping = proposeMapping([
      { name: 'Player', values: ['x', 'y', 'z'], sheets: first },
      { name: 'No.', values: ['101', '405', '302'], sheets: second },
    ]);
    expect(mapping).toEqual({ Player: 'player_name', 'No.': 'external_id' });
  });

  it.each([
    [
      { '#': ['1', '2', '3'], Player: ['x', 'y', 'z'], 'No.': ['7', '8', '9'] },
      [null, 'player_name', 'number'],
    ],
    [
      { Player: ['x', 'y', 'z'], '#': ['1', '2', '3'], 'No.': ['7', '8', '9'] },
      ['player_name', null, 'number'],
    ],
    [
      { No: ['3', '7', '9'], Club: ['A', 'B', 'C'], Player: ['x', 'y', 'z'], '#': ['7', '8', '9'] },
      [null, 'club', 'player_name', 'number'],
    ],
    [{ 'No.': ['7', '8', '9'], 'Shirt no.': ['10', '11', '12'] }, [null, 'number']],
    [{ 'No.': ['1044', '977', '1210'], '#': ['7', '8', '9'] }, ['external_id', 'number']],
    [{ 'No.': ['1044', '977', '1210'], Player: ['x', 'y', 'z'] }, ['external_id', 'player_name']],
    [{ Number: ['7', '8', '9'], Ref: ['A1', 'A2', 'A3'] }, ['number', 'external_id']],
  ])(
    'distinguishes the shirt number from other columns of numbers: %j',
    (columns: Record<string, string[]>, fields) => {
      expect(Object.values(table(columns))).toEqual(fields);
    },
  );

  it.each([
    [
      ['Verein', 'Saison', 'Größe', 'Ausrüster', 'Spieler'],
      ['club', 'season', 'size', 'brand', 'player_name'],
    ],
    [
      ['Equipo', 'Temporada', 'Talla', 'Dorsal', 'Marca'],
      ['club', 'season', 'size', 'number', 'brand'],
    ],
    [
      ['TEAM', 'Kit URL', 'Signed?', 'nonsense'],
      ['club', 'kit_slug', 'is_signed', null],
    ],
    [
      ['Maillot', 'Équipe', 'Saison', 'Équipementier', 'Taille', 'Prix', 'Date d’achat'],
      ['name', 'club', 'season', 'brand', 'size', 'price', 'acquired_on'],
    ],
    [
      ['Squadra', 'Stagione', 'Taglia', 'Prezzo (€)', 'Numero'],
      ['club', 'season', 'size', 'price', 'number'],
    ],
    [
      ['Camisola', 'Clube', 'Época', 'Tamanho', 'Preço em €'],
      ['name', 'club', 'season', 'size', 'price'],
    ],
    [
      ['Preis in €', 'Cost (GBP)', 'Condition (1-10)', 'Club / Team', 'Shirt brand'],
      ['price', null, 'condition', 'club', 'brand'],
    ],
    [
      ['HB.name', 'HB.purchase_price', 'HB.field.Size', 'HB.serial_number'],
      ['name', 'price', 'size', null],
    ],
    [
      ['Name & Number', 'Rückennr.', 'Paid (US$)', 'Est. worth', 'Pays/Club', 'Gr.'],
      ['player_name', 'number', 'price', 'estimated_value', 'club', 'size'],
    ],
    [
      ['Cost AUD', 'Value in A$', 'Jersey', 'Teams'],
      ['price', 'estimated_value', 'name', 'club'],
    ],
    [
      ['Name', 'id', 'error'],
      ['name', null, 'ignore'],
    ],
    [
      ['Nom de l’équipe', 'Sponsor technique', 'Nom joueur', 'Date achat', 'État de conservation'],
      ['club', 'brand', 'player_name', 'acquired_on', 'condition'],
    ],
    [
      ['Nombre del club', 'Nombre en la espalda', 'Condición', 'Valor de compra', 'Uds'],
      ['club', 'player_name', 'condition', 'price', 'quantity'],
    ],
    [
      ['Nome squadra', 'Marca tecnica', 'Stato di conservazione', 'Data d’acquisto', 'Informazioni'],
      ['club', 'brand', 'condition', 'acquired_on', 'notes'],
    ],
    [
      ['Nome do clube', 'Marca desportiva', 'Nome jogador', 'Onde comprei', 'Valor aproximado'],
      ['club', 'brand', 'player_name', 'acquired_from', 'estimated_value'],
    ],
    [
      ['Name auf Trikot', 'EK-Preis', 'Kauf am', 'Kaufort', 'Karton', 'Grundfarbe', 'Weitere Infos'],
      ['player_name', 'price', 'acquired_on', 'acquired_from', 'location', 'main_color', 'notes'],
    ],
    [
      ['Home/Away/Other', 'Size on tag', 'Price I paid', 'Value est.', 'Where stored', 'Units'],
      ['kit_type', 'size', 'price', 'estimated_value', 'location', 'quantity'],
    ],
  ])('recognises common column names: %j', (names, fields) => {
    expect(Object.values(propose(...names))).toEqual(fields);
  });

  it('recognises column names in camelCase', () => {
    const headings = {
      playerName: 'player_name',
      purchaseDate: 'acquired_on',
      PurchasePrice: 'price',
      priceEUR: 'price',
      shirtNumber: 'number',
      estimatedValue: 'estimated_value',
      isSigned: 'is_signed',
      isFanVersion: 'is_fan_version',
      kitType: 'kit_type',
      clubName: 'club',
      mainColor: 'main_color',
      detailedCondition: 'detailed_condition',
      storageLocation: 'location',
    };
    for (const [name, field] of Object.entries(headings))
      expect(
        proposeMapping([
          { name, values: [] },
          { name: 'Other things', values: [] },
        ]),
      ).toMatchObject({
        [name]: field,
      });
    expect(findColumnCurrency('priceEUR')).toBe('EUR');
  });

  it('proposes each field only once', () => {
    expect(propose('Team', 'club')).toEqual({ Team: null, club: 'club' });
  });

  it('recognises columns without a name by their values', () => {
    const columns = { 'Column 1': ['2003-04', '1999/00'], 'Column 2': ['L', 'XL'], 'Column 3': ['whatever'] };
    expect(Object.values(table(columns))).toEqual(['season', 'size', null]);
  });

  it.each([
    ['Type', ['Home', 'Away', 'Third'], 'kit_type'],
    ['Type', ['shirt', 'shorts'], 'item_type'],
    ['Art', ['Trikot', 'Hose'], 'item_type'],
    ['Typ', ['Heim', 'Auswärts'], 'kit_type'],
    ['H/A', ['H', 'A'], 'kit_type'],
    ['Mangas', ['curtas', 'compridas'], 'is_short_sleeve'],
    ['Long sleeve?', ['yes', 'no'], 'is_short_sleeve'],
    ['Player version', ['yes', 'no'], 'is_fan_version'],
    ['Comprada em', ['OLX', 'Porto'], 'acquired_from'],
    ['Comprada em', ['12/05/2012', '2013'], 'acquired_on'],
    ['Dom/Ext', ['Dom', 'Ext'], 'kit_type'],
    ['Condition', ['8', '9/10'], 'condition'],
    ['Condition', ['Very good', 'mint'], 'detailed_condition'],
    ['Country', ['Spain', 'Italia'], 'country'],
    ['Colour', ['Red/White', 'Black'], 'main_color'],
    ['Signed', ['by the whole team', 'Pelé'], null],
    ['Player/No.', ['Messi 10', 'Shearer 9'], 'player_name'],
    ['No', ['10', '7'], 'number'],
    ['No.', ['1', '2', '3'], null],
    ['Ref', ['A-1', 'A-2'], 'external_id'],
    ['Ref', ['1', '2', '3'], null],
    ['Year', ['1998', '2002'], 'season'],
    ['Sold on', ['2020-01-01'], null],
    ['Size', ['164', 'Youth L', 'XL'], 'size'],
  ])('chooses the field of the column %s by its values: %j', (name, values, field) => {
    expect(table({ [name]: values })).toEqual({ [name]: field });
  });

  it('distinguishes the shirt number from row numbers and external ids', () => {
    const columns = { '#': ['1', '2', '3'], Number: ['10', '7', '10'], 'No.': ['1044', '977', '1210'] };
    expect(table(columns)).toEqual({ '#': null, Number: 'number', 'No.': 'external_id' });
  });
});
