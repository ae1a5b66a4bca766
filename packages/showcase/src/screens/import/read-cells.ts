import { ITEM_COLOURS, SIZES, TEXT_OF, type Import, type ImportRow } from '@kitroom/collection-client';
import { nameColour, nameCountry, showDate, showMoney } from '../../components/format.ts';
import { readAmount } from '../../components/read-amount.ts';
import { nameChoice } from './field-values.ts';

/** The mark of a cell in the review. */
export type CellMark = 'error' | 'unknown' | 'noted' | 'left-out' | 'changed' | 'filled';

/** A cell of the review: the resulting value, the original text if different, and the reason. */
export interface ReviewCell {
  shown: string;
  original?: string;
  mark?: CellMark;
  why?: string;
}

/** A column of the review: a column of the table, or a field that no column fills, which has no name. */
export interface ReviewColumn {
  name?: string;
  field: string | null;
}

type Rules = Pick<Import, 'options'>;

/** Describes what a cell of a row becomes. */
export function readCell(row: ImportRow, { name, field }: ReviewColumn, { options }: Rules): ReviewCell {
  const text = (name === undefined ? '' : (row.cells[name] ?? '')).trim();
  const error = field === null ? undefined : findError(row, field);
  if (error !== undefined) return { shown: text, mark: 'error', why: error };
  const note = name === undefined ? undefined : findNote(row, name);
  const value = field === null ? '' : showField(row, field);
  if (text === '') return value === '' ? { shown: '' } : explainFilled(row, field ?? '', value, options);
  if (value === '' && note !== undefined)
    return { shown: text, mark: 'noted', why: explainNote(field, note) };
  if (field === null || field === 'ignore')
    return { shown: text, mark: 'left-out', why: 'Left out: no field is chosen for this column.' };
  if (value === '') return isHelper(row, field) ? { shown: text } : explainEmpty(text);
  const original = isSame(value, text, row.item?.[field]) ? {} : { original: text };
  if (note !== undefined)
    return { shown: value, original: text, mark: 'noted', why: explainNote(field, note) };
  if (row.decided?.some((decidedField) => isSameField(field, decidedField)))
    return { shown: value, ...original, ...SET };
  if (row.texts[field] !== undefined)
    return { shown: value, mark: 'unknown', why: 'Not found in the catalogue: kept as you wrote it.' };
  return original.original === undefined
    ? { shown: value }
    : { shown: value, ...original, ...explainChange(row, field, text) };
}

const SET = { mark: 'changed', why: 'You have set this value.' } as const;

/** Lists the fields that the item of a row has, although no column is mapped to them. */
export function listFilledFields({ item }: ImportRow, mapped: ReadonlySet<string>): string[] {
  const fields = Object.keys(item ?? {}).filter((field) => !HIDDEN.has(field) && !field.endsWith('_text'));
  return fields.filter((field) => !mapped.has(field) && !mapped.has(`${field}_text`));
}

const HIDDEN = new Set(['item_type', 'name', 'notes', 'is_draft']);

/** The name of a row's item. */
export function nameItem({ item }: ImportRow): string {
  return toText(item?.['name']) || 'Unnamed item';
}

/** The displayed value of an item's field. Empty if the field has no value. */
function showField(row: ImportRow, field: string): string {
  const { item, matches } = row;
  const value = item?.[field];
  const text = toText(item?.[`${field}_text`]);
  switch (field) {
    case 'brand':
    case 'club':
    case 'season':
    case 'kit':
      return text || (typeof value === 'number' ? matches[field]?.name || `No. ${value}` : '');
    case 'size':
      return text || (SIZES.find(({ id }) => id === value)?.name ?? '');
    case 'main_color':
      return showColour(value);
    case 'secondary_colors':
      return Array.isArray(value) ? value.map(showColour).join(', ') : '';
    case 'acquired_on':
      return typeof value === 'string' ? showDate(value) : '';
    case 'country':
      return nameCountry(toText(value));
    case 'tags':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'price':
    case 'estimated_value':
      return isMoney(value) ? showMoney(value) : '';
    default:
      return showPlain(field, value);
  }
}

function showPlain(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'number' ? String(value) : nameChoice(field, toText(value));
}

function showColour(value: unknown): string {
  return nameColour(ITEM_COLOURS.find(({ id }) => id === value)?.name ?? '');
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether two fields are the same, or the second one is the free-text variant of the first. */
function isSameField(field: string, otherField: string): boolean {
  return otherField === field || otherField === (TEXT_OF as Readonly<Record<string, string>>)[field];
}

function findError({ errors }: ImportRow, field: string): string | undefined {
  const match = Object.entries(errors).find(([name]) => isSameField(field, name));
  return match?.[1].join(' ');
}

/** The line of the notes that contains the cell of a column. */
function findNote({ item }: ImportRow, column: string): string | undefined {
  return toText(item?.['notes'])
    .split('\n')
    .find((line) => line.startsWith(`${column}: `));
}

function explainNote(field: string | null, note: string): string {
  const kept = `Kept in the notes as “${note}”`;
  if (field === null) return `${kept}: no field is chosen for this column.`;
  return field === 'quantity'
    ? `${kept}: each row becomes one item.`
    : `${kept}: the field cannot hold all of it.`;
}

function explainEmpty(text: string): ReviewCell {
  return {
    shown: text,
    mark: 'left-out',
    why: `Left empty: “${text}” contains no value for this field.`,
  };
}

/**
 * Whether a field only helps to find the values of others. It was read, although the item does not have it.
 */
function isHelper({ item }: ImportRow, field: string): boolean {
  return (
    /_(?:id|ids|slug|archive_id|currency)$|^(?:kit_type|currency|quantity|photos|values|notes)$|_at$/.test(
      field,
    ) || item === null
  );
}

function explainFilled(
  { matches, decided = [] }: ImportRow,
  field: string,
  shown: string,
  { defaults }: Import['options'],
): ReviewCell {
  if (decided.some((decidedField) => isSameField(field, decidedField))) return { shown, ...SET };
  const why = matches[field]?.inferred
    ? 'Filled in from the catalogue.'
    : Object.keys(defaults).some((name) => isSameField(field, name))
      ? 'Filled in, as you chose for empty cells.'
      : 'Filled in from the other cells of the row, or from its kit.';
  return { shown, mark: 'filled', why };
}

function explainChange({ matches }: ImportRow, field: string, text: string) {
  const { score = 1 } = matches[field] ?? {};
  const why =
    score < 1 ? `Probably (${Math.round(score * 100)} %): you wrote “${text}”.` : `Read from “${text}”.`;
  return { mark: 'changed', why } as const;
}

/** Whether a value is the same as its cell, ignoring spaces, case, accents and punctuation. */
function isSame(shown: string, text: string, value: unknown): boolean {
  if (isMoney(value)) {
    const { amount, currency } = readAmount(text, value.currency) ?? {};
    return Number(amount) === Number(value.amount) && currency === value.currency;
  }
  // Cells such as `8/10`.
  if (shown === String(value)) return Number.parseFloat(text) === value || simplify(shown) === simplify(text);
  return (
    simplify(shown) === simplify(text) || (typeof value === 'string' && simplify(value) === simplify(text))
  );
}

function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The fields that are shown first, in this order, because they identify the shirt. */
const FIRST = ['club', 'season', 'kit_type', 'size', 'brand', 'kit'];

/** Columns that are not useful to readers, such as ids, and timestamps of the exporting service. */
const OMITTED = /_(?:id|ids|slug|archive_id)$|^(?:photos|values|name|name_text)$|_at$/;

/**
 * Lists the columns to show: those of the table that are not empty, and fields that were filled without one.
 */
export function listReviewColumns(
  { columns, options }: Pick<Import, 'columns' | 'options'>,
  rows: readonly ImportRow[],
): ReviewColumn[] {
  const shownColumns = columns.filter(
    ({ name, field }) =>
      !OMITTED.test(field ?? '') && rows.some(({ cells }) => (cells[name] ?? '').trim() !== ''),
  );
  const mapped = new Set(columns.map(({ field }) => (field ?? '').replace(/_text$/, '')));
  const filled = new Set(
    rows.flatMap((row) => listFilledFields(row, mapped).filter((field) => showField(row, field) !== '')),
  );
  const wanted = [...FIRST, ...Object.keys(options.defaults)];
  const added = wanted.filter((field) => filled.has(field)).map((field) => ({ field }));
  const all: ReviewColumn[] = [
    ...shownColumns.map(({ name, field }) => ({ name, field })),
    ...new Map(added.map((column) => [column.field, column])).values(),
  ];
  const rankOf = ({ field }: ReviewColumn) => FIRST.indexOf((field ?? '').replace(/_text$/, ''));
  const first = all
    .filter((column) => rankOf(column) >= 0)
    .toSorted((left, right) => rankOf(left) - rankOf(right));
  return [...first, ...all.filter((column) => rankOf(column) < 0)];
}
