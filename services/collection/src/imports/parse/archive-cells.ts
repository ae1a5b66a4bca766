import type * as z from 'zod';
import type { collectionEntry, customEntry } from '@kitroom/catalogue-client';
import { NOTES_MAX, PLACE_MAX, SIZE_TEXT_MAX, TAG_MAX, TAGS_MAX } from '@kitroom/collection-client';
import type { Cells } from '../read/source-table.ts';
import { readMoney } from './read-amounts.ts';
import { toCurrency } from './read-currency.ts';
import { readDate } from './read-dates.ts';
import { readColour, readCondition, readDesign, type Reading } from './read-values.ts';

export type ArchiveEntry = z.output<typeof customEntry> &
  Partial<Pick<z.output<typeof collectionEntry>, 'kit_id' | 'kit_slug'>>;

/** The columns of an entry; the archive's ids find the catalogue's kit, and the items of earlier imports. */
export const ARCHIVE_COLUMNS = [
  'external_id',
  'kit_archive_id',
  'kit_slug',
  'name',
  'club',
  'season',
  'brand',
  'size',
  'condition',
  'detailed_condition',
  'design',
  'main_color',
  'secondary_colors',
  'tags',
  'price',
  'estimated_value',
  'acquired_on',
  'acquired_from',
  'notes',
  'photos',
] as const;

type Column = (typeof ARCHIVE_COLUMNS)[number];

/** Possible names of the archive's purchase and value fields, which are not documented. */
const PURCHASE_NAMES = {
  price: ['purchase_price', 'price', 'purchase_amount', 'purchase_value', 'price_paid'],
  priceCurrency: ['purchase_currency', 'price_currency', 'currency'],
  value: ['value', 'current_value', 'estimated_value', 'market_value'],
  valueCurrency: ['value_currency', 'current_value_currency', 'currency', 'purchase_currency'],
  date: ['purchase_date', 'purchased_on', 'purchased_at', 'bought_on'],
  place: ['purchased_from', 'purchase_from', 'bought_from', 'purchase_place', 'purchase_location'],
} as const;

/** Converts an entry to cells; values that no field can hold go to the notes, labelled. */
export function toArchiveCells(entry: ArchiveEntry): Cells {
  const draft = createDraft();
  draft.set('external_id', entry.entry_id);
  draft.set('kit_archive_id', entry.kit_id);
  draft.set('kit_slug', entry.kit_slug);
  draft.set('name', entry.kit_name);
  draft.set('club', entry.team_name);
  draft.set('season', entry.season_year);
  draft.set('brand', entry.brand);
  // Sizes that are not ours become text, which has a maximum length.
  draft.setOrNote('size', entry.size, (text) => readShort(text, SIZE_TEXT_MAX));
  setCondition(draft, entry.condition);
  draft.setOrNote('design', entry.design, readDesign);
  setColours(draft, entry.colors ?? []);
  setTags(draft, entry.tags ?? []);
  setPurchase(draft, new Map(Object.entries(entry.purchase ?? {})));
  draft.note('league', entry.league);
  if (entry.images?.length) draft.set('photos', JSON.stringify(entry.images));
  return draft.conclude(entry.notes ?? '');
}

type Draft = ReturnType<typeof createDraft>;

function createDraft() {
  const cells: Partial<Record<Column, string>> = {};
  const labelled: string[] = [];
  const draft = {
    set(column: Column, value: string | number | undefined) {
      if (value !== undefined && value !== '') cells[column] = String(value);
    },
    note(name: string, text: string | undefined) {
      if (text === undefined || text === '') return;
      const label = name.replaceAll('_', ' ');
      labelled.push(`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}`);
    },
    /** Fills a column with a readable text; other texts go to the notes. */
    setOrNote(column: Column, text: string | undefined, read: (text: string) => Reading<unknown>) {
      if (isReadable(text, read)) draft.set(column, text);
      else draft.note(column, text);
    },
    conclude(notes: string): Cells {
      const appended = labelled.join('\n');
      const shortened = Array.from(notes).slice(0, Math.max(0, NOTES_MAX - appended.length - 1));
      draft.set('notes', [shortened.join(''), appended].filter((part) => part !== '').join('\n'));
      return cells;
    },
  };
  return draft;
}

function isReadable(text: string | undefined, read: (text: string) => Reading<unknown>): text is string {
  return text !== undefined && text !== '' && read(text).value !== undefined;
}

/** Sets a grade from 1 to 10, or the detailed condition from words. */
function setCondition(draft: Draft, text: string | undefined): void {
  const { value } = readCondition(text ?? '');
  const isGrade = value?.condition !== undefined && value.condition >= 1 && value.condition <= 10;
  if (isGrade || value?.detailed_condition !== undefined)
    draft.set(isGrade ? 'condition' : 'detailed_condition', text);
  else draft.note('condition', text);
}

function readShort(text: string, max: number): Reading<string> {
  return text.length <= max ? { value: text } : {};
}

function setColours(draft: Draft, colours: readonly string[]): void {
  const isKnown = colours.every((colour) => isReadable(colour, readColour));
  const [main, ...others] = colours;
  if (!isKnown) return draft.note('colors', colours.join(', '));
  draft.set('main_color', main);
  if (others.length > 0) draft.set('secondary_colors', JSON.stringify(others));
}

function setTags(draft: Draft, tags: readonly string[]): void {
  const fitting = tags.filter((tag) => tag.length <= TAG_MAX).slice(0, TAGS_MAX);
  if (fitting.length > 0) draft.set('tags', JSON.stringify(fitting));
  draft.note('tags', tags.filter((tag) => !fitting.includes(tag)).join(', '));
}

/** Sets the purchase and value fields; other entries go to the notes. */
function setPurchase(draft: Draft, fields: Map<string, string>): void {
  const find = (names: readonly string[]) => names.find((name) => fields.has(name)) ?? '';
  const take = (
    column: Column,
    names: readonly string[],
    read: (text: string) => Reading<unknown>,
    currencies: readonly string[] = [],
  ) => {
    const name = find(names);
    const currency = fields.get(find(currencies));
    const text = [fields.get(name), currency && toCurrency(currency)].filter(Boolean).join(' ');
    if (!fields.has(name) || !isReadable(text, read)) return;
    draft.set(column, text);
    fields.delete(name);
  };
  const readAmount = (text: string) => readMoney(text, { chosen: '.' }, undefined);
  take('price', PURCHASE_NAMES.price, readAmount, PURCHASE_NAMES.priceCurrency);
  take('estimated_value', PURCHASE_NAMES.value, readAmount, PURCHASE_NAMES.valueCurrency);
  take('acquired_on', PURCHASE_NAMES.date, (text) => readDate(text, { date_order: 'ymd' }));
  take('acquired_from', PURCHASE_NAMES.place, (text) => readShort(text, PLACE_MAX));
  // A currency is noted only if an amount is.
  const amounts: readonly string[] = [...PURCHASE_NAMES.price, ...PURCHASE_NAMES.value];
  const isAmountLeft = amounts.some((name) => fields.has(name));
  for (const [name, text] of fields) if (isAmountLeft || !name.includes('currency')) draft.note(name, text);
}
