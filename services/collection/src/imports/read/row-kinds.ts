import { quote, type SheetRecord } from '@kitroom/tabular';
import { isKnownHeading, listColumnFields } from '../parse/read-headings.ts';
import { splitWords, toNameKey } from '../parse/value-words.ts';
import {
  isBooleanText,
  isNumberText,
  looksLikeDate,
  looksLikeSeason,
  looksLikeSize,
} from './sniff-values.ts';
import { isTooLongForHeading } from './source-table.ts';

/** The number of rows that are searched for a header. */
const ROWS_SEARCHED = 20;
const FIELDS_MIN = 2;

/**
 * Finds the header: the first of the upper rows in which most cells are known headings, or the row below it
 * if that names more fields, because the first one then names groups of columns.
 */
export function findHeader(records: readonly SheetRecord[]): SheetRecord | undefined {
  const upper = records.slice(0, ROWS_SEARCHED);
  const at = upper.findIndex((record) => countHeadedFields(record) >= FIELDS_MIN);
  const [first, below] = at < 0 ? [] : upper.slice(at, at + 2);
  return first && below && countHeadedFields(below) > countHeadedFields(first) ? below : first;
}

/** The number of fields that a row names; 0 unless most of its cells are known headings. */
function countHeadedFields({ cells }: SheetRecord): number {
  const names = filledCells(cells);
  if (names.filter(isKnownHeading).length <= names.length / 2) return 0;
  return new Set(names.flatMap((name) => listColumnFields(name).slice(0, 1))).size;
}

/** Whether the first row seems to be a header, although few of its cells are known headings. */
export function looksLikeHeader([first, ...below]: readonly SheetRecord[]): boolean {
  const names = filledCells(first?.cells ?? []);
  if (names.length === 0 || names.some((name) => isTooLongForHeading(name) || isValue(name))) return false;
  if (names.some((name) => listColumnFields(name).length > 0)) return true;
  if (below.length === 0) return false;
  // Values recur in their column; names of columns do not.
  return (
    first?.cells.every((name, index) => name === '' || below.every(({ cells }) => cells[index] !== name)) ??
    false
  );
}

function filledCells(cells: readonly string[]): string[] {
  return cells.map((text) => text.trim()).filter((text) => text !== '');
}

function isValue(text: string): boolean {
  return [isNumberText, looksLikeDate, looksLikeSeason, looksLikeSize, isBooleanText].some((is) => is(text));
}

/** Labels of sums at the end of a table, in the languages of known headings, normalized by `toNameKey`. */
const TOTALS: ReadonlySet<string> = new Set(
  [
    'total|totals|grand total|subtotal|sub total|sum|sums|total value|total cost|total price|total paid|total spent',
    'ø|average|averages|avg|mean|median|average price|average value|count|total shirts|total items|number of shirts',
    'summe|summen|gesamt|gesamtsumme|gesamtwert|gesamtpreis|insgesamt|zwischensumme|endsumme|durchschnitt',
    'mittelwert|anzahl|gesamtzahl|schnitt',
    'totales|total general|suma|media|promedio|subtotales|valor total|precio total|total de camisetas',
    'totaux|total general|sous total|somme|moyenne|valeur totale|prix total|nombre|total des maillots',
    'totale|totali|totale generale|subtotale|somma|media|valore totale|prezzo totale|conteggio',
    'totais|total geral|soma|media|preco total|contagem',
    'totaal|eindtotaal|subtotaal|som|gemiddelde|gemiddeld|aantal|totale waarde',
  ].flatMap(splitWords),
);

/** Single cells are section headings only in tables whose rows typically fill at least this many cells. */
const TYPICAL_MIN = 5;

/**
 * Returns a function that explains why a row is not an item: it is a total, a section heading, or the header
 * again. `sample` holds rows of the sheet, without the header.
 */
export function createNonItemFinder(
  header: readonly string[],
  sample: ReadonlyArray<readonly string[]>,
): (record: readonly string[]) => string | undefined {
  const typical = findTypicalCount(sample);
  return (record) => {
    const filled = record.filter((text) => text.trim() !== '');
    const [first = '', ...others] = filled;
    if (filled.length > 1 && record.every((text, at) => text.trim() === (header[at] ?? '').trim()))
      return 'The row repeats the header.';
    if (others.every((text) => /\d/.test(text)) && isTotal(first))
      return `The row seems to be a total: its first cell is ${quote(first.trim())}.`;
    if (filled.length === 1 && typical >= TYPICAL_MIN)
      return `The row seems to be a section heading: it fills one cell, where others fill ${typical}.`;
    return undefined;
  };
}

/** Recognizes `Total`, `Total EUR`, `Gesamt (2 Trikots)`, `Anzahl: 2`. */
function isTotal(text: string): boolean {
  if (isTooLongForHeading(text)) return false;
  const end = text.endsWith(')') ? text.indexOf('(') : text.search(/[:=]/);
  const keys = [text, end < 0 ? '' : text.slice(0, end)].map(toNameKey);
  return keys.some((key) => TOTALS.has(key) || TOTALS.has(key.replace(/ (?:[a-z]{3}|[€£$])$/, '')));
}

/** The median number of filled cells, without totals and rows with a single filled cell. */
function findTypicalCount(sample: ReadonlyArray<readonly string[]>): number {
  const counts = sample
    .map((record) => record.filter((text) => text.trim() !== ''))
    .filter(([first = '']) => !isTotal(first))
    .map(({ length }) => length)
    .filter((count) => count > 1)
    .toSorted((left, right) => left - right);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}
