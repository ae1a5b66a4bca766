import type { FieldErrors } from '@kitroom/collection-client';
import { matchRow } from '../src/imports/match/match-row.ts';
import { resolveNames } from '../src/imports/match/resolve-name.ts';
import { IMPORT_FIELDS, type FieldKind } from '../src/imports/parse/import-fields.ts';
import { parseRow } from '../src/imports/parse/parse-row.ts';

/** The number of hostile cells for each field. */
export const HOSTILE_CELLS_COUNT = 200;

/** Beginnings and ends that a parser may recognize, by kind of field. */
const FRAMES: Readonly<Record<FieldKind, ReadonlyArray<readonly [before: string, after: string]>>> = {
  text: [
    ['a', 'b'],
    ['{"id": 1, "name": "', '"}'],
  ],
  boolean: [
    ['yes', 'no'],
    ['✓', '✓'],
  ],
  number: [
    ['#', '7'],
    ['7', '/ 10'],
  ],
  'item type': [
    ['shirt', 'shirt'],
    ['football', 'shirt'],
  ],
  choice: [
    ['jacket', 'jacket'],
    ['very', 'good'],
  ],
  condition: [
    ['BNWT', 'BNWT'],
    ['very good', ' condition'],
  ],
  colour: [
    ['light', 'blue'],
    ['red', 'red'],
  ],
  colours: [
    ['["red"', ', "blue"]'],
    ['red/', '/blue'],
  ],
  country: [
    ['GB', 'GB'],
    ['"', '"'],
  ],
  tags: [
    ['["home"', ', "away"]'],
    ['home;', '\\;away'],
  ],
  size: [
    ['X', 'L'],
    ['one', 'size'],
  ],
  design: [
    ['chest', 'band'],
    ['CHEST_', 'BAND'],
  ],
  date: [
    ['2024-01-31T', 'Z'],
    ['31.', '.2024'],
  ],
  money: [
    ['EUR 0.', '1'],
    ['1', '€'],
  ],
  name: [
    ['season ', ' 2003/04'],
    ['FC', '04'],
  ],
  helper: [
    ['2024-01-01T00:00:00', 'Z'],
    ['[{"id": 1}', ', {"id": 2}]'],
  ],
};

/** Sequences that, repeated many times, make a regular expression or a loop backtrack. */
const FILLERS = [
  '\r\n',
  '\\"',
  '1 ',
  '0,',
  '.1',
  'x y ',
  '\u0301\u0323',
  ...Array.from(' \t\n\u00A0\u202F\u3000\u200B09.,\'-/:;|_#$€axßİǆﷺ\u0301漢😀[{(<"\\&+=%^~!'),
];

/**
 * Two hundred cells of about this length for a field of imports. All are valid in a table: they contain
 * neither null characters nor unpaired surrogates, and do not exceed the maximum length of a cell.
 */
export function listHostileCells(field: string, length = 20_000): string[] {
  const kind = IMPORT_FIELDS.get(field)?.kind;
  if (kind === undefined) throw new Error(`${field} is not a field of imports`);
  const frames = [['', ''], ['x', 'x'], ...FRAMES[kind]] as const;
  const cells = FILLERS.flatMap((filler) => {
    const filled = filler.repeat(Math.ceil(length / filler.length));
    return frames.map(([before, after]) => `${before}${filled}${after}`);
  });
  const nested = [`${'['.repeat(length / 2)}${']'.repeat(length / 2)}`, '{"a":'.repeat(length / 5)];
  const mixed = [
    'constructor',
    '__proto__',
    'toString',
    '=1+1',
    "'=",
    '1e400',
    '-0',
    'NaN',
    '\uFEFF',
    '\u202E7',
  ];
  return [...nested, ...mixed, ...cells.filter((cell) => cell.trim() !== '')].slice(0, HOSTILE_CELLS_COUNT);
}

/** Strings that PostgreSQL cannot store, because of null characters or unpaired surrogates. */
export const UNSTORABLE_TEXTS = ['a\0b', '\uD83D', 'a\uDE00b', '\uDE00\uD83D'] as const;

const OPTIONS = {
  on_match: 'skip',
  invalid_as_draft: false,
  date_order: 'dmy',
  with_photos: true,
  defaults: {},
} as const;

/** Evaluates a row with one cell in addition to required fields; returns the errors. */
export function evaluateCell(field: string, text: string): FieldErrors | null {
  const mapping = { cell: field };
  const row = { number: 1, cells: { cell: text }, settled: null };
  const rules = { mapping, options: OPTIONS, columns: [] };
  const parsed = parseRow(row.cells, rules);
  return matchRow(row, parsed, rules, resolveNames(parsed, {}, new Map()), new Map()).errors;
}
