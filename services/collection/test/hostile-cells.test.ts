import { describe, expect, it } from '@jest/globals';
import { IMPORT_FIELDS } from '../src/imports/parse/import-fields.ts';
import { evaluateCell, HOSTILE_CELLS_COUNT, listHostileCells } from './hostile-cells.ts';

describe('hostile cells', () => {
  it.each([...IMPORT_FIELDS.keys()])('result in values or short errors: %s', (field) => {
    const cells = listHostileCells(field, 2000);
    expect(new Set(cells).size).toBe(HOSTILE_CELLS_COUNT);
    for (const cell of cells) {
      const sentences = Object.values(evaluateCell(field, cell) ?? {}).flat();
      expect(sentences.every((sentence) => sentence.length < 1000)).toBe(true);
    }
  });
});

describe('a cell that exceeds the maximum length of its field', () => {
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
  ])('is rejected with an error of %s above %d characters', (field, max, example) => {
    const sentence = `Ensure this field has no more than ${max} characters. ${example}`.trim();
    for (const cell of ['x'.repeat(max + 1), '😀'.repeat(max + 1), '漢'.repeat(90_000)]) {
      expect(evaluateCell(field, cell)?.[field]).toEqual([sentence]);
    }
    expect(evaluateCell(field, ` ${'😀'.repeat(max)} `)?.[field]).not.toEqual([sentence]);
  });
});
