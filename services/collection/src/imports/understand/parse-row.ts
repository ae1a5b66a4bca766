import { ITEM_FIELDS, ITEM_TYPES, SIZES, TEXT_OF, type ItemType } from '@kitroom/collection-client';
import { toNumberText } from '@kitroom/tabular';
import { splitCell } from '../../exports/spreadsheet-cell.ts';
import { isOwnExport } from './propose-mapping.ts';
import { describeTooLong, IMPORT_FIELDS, isTooLong, NAME_FIELDS, type NameField } from './import-fields.ts';
import type { ImportRecord } from '../import-queries.ts';
import {
  readBoolean,
  readChoice,
  readColour,
  readColours,
  readDate,
  readDesign,
  readItemType,
  readList,
  readMoney,
  readSize,
  readWhole,
  toCurrency,
  UnreadableCell,
  type DecimalSigns,
} from './read-values.ts';
import { DECIMAL_SIGNS } from '../reading/sniff-values.ts';
import { readCell, type Cells } from '../reading/source-table.ts';

/** A name to be looked up. */
export interface NameQuery {
  /** What to look up, the surest first: a slug, a name. */
  texts: string[];
  /** The id that the file names beside it. */
  id: number | undefined;
}

/** A row as its cells say it, before names are looked up. */
export interface RowDraft {
  /** The texts by field, for messages and notes. */
  texts: ReadonlyMap<string, string>;
  /** Whether the row is of an export, where nothing is left to be guessed. */
  isOwn: boolean;
  input: Record<string, unknown>;
  errors: Record<string, string[]>;
  names: Partial<Record<NameField, NameQuery>>;
}

export type RowRules = Pick<ImportRecord, 'mapping' | 'options' | 'columns'>;

/** Reads the cells of a row. */
export function readRow(cells: Cells, rules: RowRules): RowDraft {
  const all = toTexts(cells, rules);
  const texts = dropLong(all);
  const isOwn = isOwnExport(Object.keys(rules.mapping));
  const draft: RowDraft = { texts: all, isOwn, input: {}, errors: {}, names: readNames(texts) };
  const type = readItemType(texts.get('item_type') ?? 'jersey');
  for (const field of all.keys()) if (!texts.has(field)) draft.errors[field] = [describeTooLong(field)];
  for (const [field, text] of texts) {
    if (!Object.hasOwn(ITEM_FIELDS, field) || field in draft.names) continue;
    try {
      const value = readField(field, text, { texts, rules, type, isOwn });
      if (value !== undefined) draft.input[field] = value;
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      draft.errors[field] = [error.message];
    }
  }
  return draft;
}

/** The texts by field; defaults stand in for empty cells. Of several columns for a field, the first one with a text. */
function toTexts(cells: Cells, { mapping, options }: Omit<RowRules, 'columns'>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [column, field] of Object.entries(mapping)) {
    const text = readCell(cells, column);
    if (field !== null && text !== undefined && !texts.has(field)) texts.set(field, text);
  }
  for (const [field, value] of Object.entries(options.defaults)) {
    const text = typeof value === 'number' ? toNumberText(value) : String(value);
    if (!texts.has(field) && text.trim() !== '') texts.set(field, text);
  }
  // An export repeats the text in the column of the name.
  for (const [field, text] of Object.entries(TEXT_OF)) if (texts.has(text)) texts.delete(field);
  return texts;
}

/** The texts that are short enough to be read. */
function dropLong(texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...texts].filter(([field, text]) => !isTooLong(field, text)));
}

/** The names in a row, as written, by field; the name where there is a slug too. */
export function readNameTexts(
  cells: Cells,
  rules: Omit<RowRules, 'columns'>,
  fields: readonly NameField[],
): Record<string, string> {
  const names = readNames(dropLong(toTexts(cells, rules)));
  const texts = fields.map((field) => [field, names[field]?.texts.at(-1) ?? ''] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function readNames(texts: ReadonlyMap<string, string>): RowDraft['names'] {
  const names: RowDraft['names'] = {};
  for (const field of NAME_FIELDS) {
    const keys = field === 'kit' ? ['kit_slug', 'kit_archive_id', 'kit'] : [`${field}_slug`, field];
    const found = keys.map((key) => texts.get(key)?.trim() ?? '').filter((text) => text !== '');
    const id = Number(texts.get(`${field}_id`) ?? Number.NaN);
    if (found.length === 0 && !Number.isInteger(id)) continue;
    names[field] = { texts: found, id: Number.isInteger(id) ? id : undefined };
  }
  return names;
}

interface CellContext {
  texts: ReadonlyMap<string, string>;
  rules: RowRules;
  type: string;
  isOwn: boolean;
}

function readField(field: string, text: string, { texts, rules, type, isOwn }: CellContext): unknown {
  switch (IMPORT_FIELDS.get(field)?.kind) {
    case 'text':
      return text;
    case 'boolean':
      return readBoolean(text);
    case 'number':
      return readWhole(text);
    case 'item type':
      return readItemType(text);
    case 'choice':
      return readChoice(field, text);
    case 'colour':
      return readColour(text);
    case 'colours':
      return readColours(text);
    case 'country':
      return text.trim();
    case 'tags':
      return isOwn ? splitCell(text) : readList(text, /[,;|]/);
    case 'design':
      return readDesign(text);
    case 'date':
      return readDate(text, rules.options);
    case 'size':
      return findOwnSize(text, texts.get('size_id')) ?? readSize(text, isItemType(type) ? type : undefined);
    case 'money':
      return readMoney(text, findDecimalSigns(field, rules), readCurrency(field, texts));
    case 'name':
    case 'helper':
    case undefined:
      return undefined;
  }
}

/** Which signs separate decimals: as the user said, else as the field's column shows. */
function findDecimalSigns(field: string, { mapping, options, columns }: RowRules): DecimalSigns {
  const counts = columns.find(({ name, decimals }) => decimals && mapping[name] === field)?.decimals;
  return { given: options.decimal, shown: DECIMAL_SIGNS.filter((sign) => counts && counts[sign] > 0) };
}

function readCurrency(field: string, texts: ReadonlyMap<string, string>): string | undefined {
  const text = texts.get(`${field}_currency`) ?? texts.get('currency');
  return text === undefined ? undefined : toCurrency(text);
}

/** The size with this id, if that is its name: other types of items have sizes of the same name. */
function findOwnSize(text: string, id: string | undefined): number | undefined {
  return SIZES.find((size) => String(size.id) === id && size.name === text)?.id;
}

function isItemType(text: string): text is ItemType {
  return (ITEM_TYPES as readonly string[]).includes(text);
}
