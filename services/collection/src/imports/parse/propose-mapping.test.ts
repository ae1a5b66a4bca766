import { describe, expect, it } from '@jest/globals';
import { proposeMapping } from './propose-mapping.ts';

function table(columns: Readonly<Record<string, string[]>>) {
  return proposeMapping(Object.entries(columns).map(([name, values]) => ({ name, values })));
}

describe('the proposed mapping', () => {
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

  it.each(Object.entries(NUMBERS))('is the shirt number for %s small numbers', (_, numbers) => {
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
  });

  it.each([
    { Club: ['A', 'B', 'C'], Player: ['x', 'y', 'z'], 'No.': ['1', '2', '3'] },
    { Club: ['A', 'B', 'C'], 'No.': ['1', '2', '3'], Player: ['x', 'y', 'z'] },
    { 'No.': ['101', '405', '302'], Player: ['x', 'y', 'z'] },
    { Player: ['x', 'y', 'z'], Club: ['A', 'B', 'C'], 'No.': ['101', '405', '302'] },
  ])('is the shirt number next to a player in %j', (columns: Record<string, string[]>) => {
    expect(table(columns)['No.']).toBe('number');
  });

  it.each([
    [['1', '2', '3']],
    [['0', '1', '2', '3']],
    [['1', '2', '3', '1', '2']],
    [['201', '202', '203', '204', '205']],
  ])('is null for the row numbers %j', (numbers) => {
    const players = numbers.map(() => 'x');
    expect(table({ '#': numbers, Player: players })['#']).toBeNull();
    expect(table({ Club: players, '#': numbers })['#']).toBeNull();
  });

  it('takes only players of the same sheet into account', () => {
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
  ])('finds the shirt number in %j', (columns: Record<string, string[]>, fields) => {
    expect(Object.values(table(columns))).toEqual(fields);
  });
});
