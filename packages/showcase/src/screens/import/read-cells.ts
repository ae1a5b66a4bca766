import { ITEM_COLOURS, SIZES, TEXT_OF, type Import, type ImportRow } from '@kitroom/collection-client';
import { nameColour, nameCountry, showDate, showMoney } from '../../components/format.ts';
import { readAmount } from '../../components/read-amount.ts';
import { nameChoice } from './field-values.ts';

/** What is to be said of a cell, beyond its value. */
export type CellMark = 'error' | 'unknown' | 'noted' | 'left-out' | 'changed' | 'filled';

/** A cell of the review: what it becomes, how it was written if that differs, and why. */
export interface ReviewCell {
  shown: string;
  original?: string;
  mark?: CellMark;
  why?: string;
}

/** A column of the review: of the table, or of a field that no column fills. */
export interface ReviewColumn {
  name?: string;
  field: string | null;
}

type Rules = Pick<Import, 'options'>;

/** What a cell of a row becomes. */
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
  if (row.decided?.some((one) => isOf(field, one))) return { shown: value, ...original, ...SET };
  if (row.texts[field] !== undefined)
    return { shown: value, mark: 'unknown', why: 'Not found in the catalogue: kept as you wrote it.' };
  return original.original === undefined
    ? { shown: value }
    : { shown: value, ...original, ...explainChange(row, field, text) };
}

const SET = { mark: 'changed', why: 'You have set it.' } as const;

/** Fields of the item that a row fills and no column does. */
export function listFilledFields({ item }: ImportRow, mapped: ReadonlySet<string>): string[] {
  const fields = Object.keys(item ?? {}).filter((field) => !HIDDEN.has(field) && !field.endsWith('_text'));
  return fields.filter((field) => !mapped.has(field) && !mapped.has(`${field}_text`));
}

const HIDDEN = new Set(['item_type', 'name', 'notes', 'is_draft']);

/** The name that the item of a row gets. */
export function nameItem({ item }: ImportRow): string {
  return toText(item?.['name']) || 'Without a name';
}

/** The value of an item's field as people read it; empty if it has none. */
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

/** Whether a field and another one hold the same: a record, or the text in its place. */
function isOf(field: string, other: string): boolean {
  return other === field || other === (TEXT_OF as Readonly<Record<string, string>>)[field];
}

function findError({ errors }: ImportRow, field: string): string | undefined {
  const found = Object.entries(errors).find(([name]) => isOf(field, name));
  return found?.[1].join(' ');
}

/** The line of the notes that a column's cell has become. */
function findNote({ item }: ImportRow, column: string): string | undefined {
  return toText(item?.['notes'])
    .split('\n')
    .find((line) => line.startsWith(`${column}: `));
}

function explainNote(field: string | null, note: string): string {
  const kept = `Kept in the notes as “${note}”`;
  if (field === null) return `${kept}: no field is chosen for this column.`;
  return field === 'quantity' ? `${kept}: an item counts once.` : `${kept}: its field cannot hold all of it.`;
}

function explainEmpty(text: string): ReviewCell {
  return {
    shown: text,
    mark: 'left-out',
    why: `Left empty: “${text}” says nothing that this field can hold.`,
  };
}

/**
 * Whether a field helps to find others, and no item has it: it was read, although it leaves nothing behind.
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
  if (decided.some((one) => isOf(field, one))) return { shown, ...SET };
  const why = matches[field]?.inferred
    ? 'Filled in from the catalogue.'
    : Object.keys(defaults).some((one) => isOf(field, one))
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

/** Whether a value says what its cell does, but for spaces, case, accents and signs. */
function isSame(shown: string, text: string, value: unknown): boolean {
  if (isMoney(value)) {
    const { amount, currency } = readAmount(text, value.currency) ?? {};
    return Number(amount) === Number(value.amount) && currency === value.currency;
  }
  // `8/10`
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

/** The fields that are shown first, in this order: they say which shirt it is. */
const FIRST = ['club', 'season', 'kit_type', 'size', 'brand', 'kit'];

/** Columns that say nothing to their reader: ids, and times of the exporting service. */
const UNREAD = /_(?:id|ids|slug|archive_id)$|^(?:photos|values|name|name_text)$|_at$/;

/** The columns to show: those of the table that have a cell, and the fields that were filled without one. */
export function listReviewColumns(
  { columns, options }: Pick<Import, 'columns' | 'options'>,
  rows: readonly ImportRow[],
): ReviewColumn[] {
  const own = columns.filter(
    ({ name, field }) =>
      !UNREAD.test(field ?? '') && rows.some(({ cells }) => (cells[name] ?? '').trim() !== ''),
  );
  const mapped = new Set(columns.map(({ field }) => (field ?? '').replace(/_text$/, '')));
  const filled = new Set(
    rows.flatMap((row) => listFilledFields(row, mapped).filter((field) => showField(row, field) !== '')),
  );
  const wanted = [...FIRST, ...Object.keys(options.defaults)];
  const added = wanted.filter((field) => filled.has(field)).map((field) => ({ field }));
  const all: ReviewColumn[] = [
    ...own.map(({ name, field }) => ({ name, field })),
    ...new Map(added.map((column) => [column.field, column])).values(),
  ];
  const rankOf = ({ field }: ReviewColumn) => FIRST.indexOf((field ?? '').replace(/_text$/, ''));
  const first = all.filter((column) => rankOf(column) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...first, ...all.filter((column) => rankOf(column) < 0)];
}
