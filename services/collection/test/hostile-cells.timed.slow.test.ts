import { describe, expect, it } from '@jest/globals';
import { readSeasonCell } from '@kitroom/shared';
import { IMPORT_FIELDS } from '../src/imports/parse/import-fields.ts';
import { proposeMapping } from '../src/imports/parse/propose-mapping.ts';
import { readMoney } from '../src/imports/parse/read-amounts.ts';
import { toCurrency } from '../src/imports/parse/read-currency.ts';
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
import { evaluateCell, listHostileCells } from './hostile-cells.ts';

/**
 * The processor time of a cell of 32,000 characters in milliseconds, and its ratio to that of a cell of
 * 2,000: sixteen if growth is linear, 256 if it is quadratic. The minimum of several runs, because noise only
 * adds time.
 */
function measureGrowth(field: string, read: (cell: string) => unknown) {
  const least = (cells: readonly string[]) =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        for (const cell of cells) read(cell);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000 / cells.length;
      }),
    );
  const small = least(listHostileCells(field, 2000));
  const milliseconds = least(listHostileCells(field, 32_000));
  // Less than a millisecond for two hundred cells is too short to measure.
  return { milliseconds, growth: milliseconds / Math.max(0.005, small) };
}

/** The geometric mean of linear and quadratic growth. */
const LINEAR_MAX = 64;

describe('hostile cells', () => {
  it.each([...IMPORT_FIELDS.keys()])('are evaluated in time proportional to their length: %s', (field) => {
    const { milliseconds, growth } = measureGrowth(field, (cell) => evaluateCell(field, cell));
    expect(growth).toBeLessThan(LINEAR_MAX);
    expect(milliseconds).toBeLessThan(20);
  });
});

describe('a reader function with a hostile cell', () => {
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
  ])('takes time proportional to the length of a cell of %s: %s', (field, _name, read) => {
    expect(measureGrowth(field, read).growth).toBeLessThan(LINEAR_MAX);
  });
});
