import { formatCount, quote, toNumberText, UnreadableFile, type JsonLine } from '@kitroom/tabular';
import { joinCell } from '../../exports/spreadsheet-cell.ts';
import { isOwnExport } from '../parse/propose-mapping.ts';
import {
  checkCell,
  checkColumnCount,
  checkColumnName,
  checkNamesLength,
  checkRowNumber,
  isEmptyCell,
  type SourceRow,
} from './source-table.ts';

/** Reads rows from JSON objects; the name of each property is a column, and is added to `columns`. */
export async function* readRecords(
  lines: AsyncIterable<JsonLine>,
  columns: string[],
): AsyncGenerator<SourceRow> {
  const known = new Set<string>();
  let number = 0;
  for await (const { line, record } of lines) {
    checkRowNumber((number += 1));
    const where = `Line ${formatCount(line)}`;
    const cells = toCells(record, where);
    for (const column of Object.keys(cells)) {
      if (known.has(column)) continue;
      known.add(column);
      checkColumnName(column, where);
      checkColumnCount(columns.push(column), where);
      checkNamesLength(columns);
    }
    yield { number, cells };
  }
}

/**
 * Splits references (`{"id", "slug", "name"}` or some of these) and amounts of money into columns, as in the
 * CSV of an export: `club`, `club_id`, `club_slug`; `price`, `price_currency`.
 */
function toCells(record: JsonLine['record'], where: string): Record<string, string> {
  const cells = Object.create(null) as Record<string, string>;
  const isLiteral = isOwnExport(Object.keys(record));
  const put = (column: string, value: unknown) => {
    const text = toText(value);
    if (text === undefined || isEmptyCell(text, isLiteral)) return;
    checkCell(text, `${where}, ${quote(column)}`);
    cells[column] = text;
  };
  for (const [name, value] of Object.entries(record)) {
    if (isReference(value)) {
      const { id, slug } = value;
      put(name, 'name' in value ? value['name'] : value['year']);
      put(`${name}_id`, id);
      put(`${name}_slug`, slug);
    } else if (isMoney(value)) {
      put(name, value['amount']);
      put(`${name}_currency`, value['currency']);
    } else put(name, value);
  }
  return cells;
}

function isReference(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || !('name' in value || 'year' in value)) return false;
  return 'id' in value || 'slug' in value || Object.keys(value).length === 1;
}

function isMoney(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** Writes lists of strings as in the CSV of an export; other lists and objects stay JSON. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return toNumberText(value);
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return joinCell(value);
  try {
    return JSON.stringify(value);
  } catch {
    throw new UnreadableFile('A JSON value is nested too deeply.');
  }
}
