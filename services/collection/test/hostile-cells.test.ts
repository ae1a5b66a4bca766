import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '@kitroom/collection-client';
import { readSeasonCell } from '@kitroom/shared';
import { matchRow } from '../src/imports/match/match-row.ts';
import { resolveNames } from '../src/imports/match/resolve-name.ts';
import { IMPORT_FIELDS } from '../src/imports/parse/import-fields.ts';
import { proposeMapping } from '../src/imports/parse/propose-mapping.ts';
import { parseRow } from '../src/imports/parse/parse-row.ts';
import { readMoney, toCurrency } from '../src/imports/parse/read-amounts.ts';
import { readDate } from '../src/imports/parse/read-dates.ts';
import {
  findKitKinds,
  readBoolean,
  readColours,
  readCondition,
  readCountry,
  readDesign,
  readItemType,
  readList,
  readMainColour,
  readSize,
  readWhole,
} from '../src/imports/parse/read-values.ts';
import { createValueSniffer } from '../src/imports/read/sniff-values.ts';
import { HOSTILE_CELLS_COUNT, listHostileCells } from './hostile-cells.ts';

const FIELDS = [...IMPORT_FIELDS.keys()];
const OPTIONS = {
  on_match: 'skip',
  invalid_as_draft: false,
  date_order: 'dmy',
  with_photos: true,
  defaults: {},
} as const;

/** Evaluates a row with one cell besides what an item needs; returns the errors. */
function evaluate(field: string, text: string): FieldErrors | null {
  const mapping = { cell: field };
  const row = { number: 1, cells: { cell: text }, settled: null };
  const rules = { mapping, options: OPTIONS, columns: [] };
  const parsed = parseRow(row.cells, rules);
  return matchRow(row, parsed, rules, resolveNames(parsed, {}, new Map()), new Map()).errors;
}

/**
 * How many times as much processor time sixteen times as much takes: sixteen if it is linear, 256 if it is quadratic.
 * The least of some runs, as noise makes all of them longer.
 */
function measureGrowth(work: (length: number) => () => void): number {
  const least = (run: () => void) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        run();
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      }),
    );
  const [small, large] = [least(work(2000)), least(work(32_000))];
  // Below a millisecond there is nothing to measure.
  return large / Math.max(1, small);
}

/** Half way between linear and quadratic growth, as powers go. */
const LINEAR_MAX = 64;

describe('two hundred hostile cells', () => {
  it.each(FIELDS)('of %s are values or errors of their rows, at once', (field) => {
    const cells = listHostileCells(field);
    expect(new Set(cells).size).toBe(HOSTILE_CELLS_COUNT);
    const start = performance.now();
    for (const cell of cells) {
      const sentences = Object.values(evaluate(field, cell) ?? {}).flat();
      expect(sentences.every((sentence) => sentence.length < 1000)).toBe(true);
    }
    expect((performance.now() - start) / cells.length).toBeLessThan(20);
  });

  it.each(FIELDS)('of %s take time in proportion to their length', (field) => {
    const growth = measureGrowth((length) => {
      const cells = listHostileCells(field, length);
      return () => cells.forEach((cell) => evaluate(field, cell));
    });
    expect(growth).toBeLessThan(LINEAR_MAX);
  });
});

describe('a reader that gets a hostile cell all the same', () => {
  const sniff = (text: string) => {
    const sniffer = createValueSniffer();
    sniffer.look({ cell: text });
    return sniffer.conclude();
  };

  it.each<[string, string, (text: string) => unknown]>([
    ['price', 'readMoney', (text) => readMoney(text, {}, 'EUR')],
    ['currency', 'toCurrency', toCurrency],
    ['acquired_on', 'readDate', (text) => readDate(text, { date_order: 'dmy' })],
    ['number', 'readWhole', readWhole],
    ['is_signed', 'readBoolean', readBoolean],
    ['size', 'readSize', (text) => readSize(text, 'jersey')],
    ['main_color', 'readMainColour', readMainColour],
    ['condition', 'readCondition', readCondition],
    ['country', 'readCountry', readCountry],
    ['kit_type', 'findKitKinds', findKitKinds],
    ['secondary_colors', 'readColours', readColours],
    ['tags', 'readList', (text) => readList(text)],
    ['design', 'readDesign', readDesign],
    ['item_type', 'readItemType', readItemType],
    ['season', 'readSeasonCell', readSeasonCell],
    ['notes', 'the sniffer of formats', sniff],
    ['notes', 'proposeMapping, as a name', (text) => proposeMapping([{ name: text, values: [] }])],
  ])('of %s takes time in proportion to it: %s', (field, _name, read) => {
    const growth = measureGrowth((length) => {
      const cells = listHostileCells(field, length);
      return () =>
        cells.forEach((cell) => {
          read(cell);
        });
    });
    expect(growth).toBeLessThan(LINEAR_MAX);
  });
});

describe('a cell that is longer than its field can hold', () => {
  it.each([
    ['price', 40, 'Write an amount of money, such as 85.00 EUR.'],
    ['acquired_on', 40, 'Write a date, such as 2024-01-31.'],
    ['number', 40, 'Write a whole number, such as 7.'],
    ['is_signed', 40, 'Write yes or no.'],
    ['size', 40, 'Write a size, such as XL.'],
    ['club', 300, ''],
    ['kit_slug', 300, ''],
    ['external_id', 300, ''],
    ['name', 200, ''],
    ['player_name', 100, ''],
    ['notes', 10_000, ''],
  ])('is an error of %s from %d characters on, and nothing is read from it', (field, max, example) => {
    const sentence = `Ensure this field has no more than ${max} characters. ${example}`.trim();
    for (const cell of ['x'.repeat(max + 1), '😀'.repeat(max + 1), '漢'.repeat(90_000)]) {
      expect(evaluate(field, cell)?.[field]).toEqual([sentence]);
    }
    expect(evaluate(field, ` ${'😀'.repeat(max)} `)?.[field]).not.toEqual([sentence]);
  });
});
