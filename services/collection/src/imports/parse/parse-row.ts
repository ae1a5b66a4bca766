import {
  ITEM_COLOURS,
  ITEM_TYPES,
  SIZES,
  TEXT_OF,
  type FieldErrors,
  type ImportOptions,
  type ItemType,
} from '@kitroom/collection-client';
import { capMarks } from '@kitroom/shared';
import { toNumberText } from '@kitroom/tabular';
import { splitCell } from '../../exports/spreadsheet-cell.ts';
import { REFERENCE_FIELDS, type ReferenceField } from '../../reference/reference-fields.ts';
import type { ImportRecord } from '../import-queries.ts';
import { readCell, type Cells } from '../read/source-table.ts';
import { chooseColumnCurrency, findDecimalSigns } from './amount-rules.ts';
import { describeTooLong, IGNORE, IMPORT_FIELDS, isTooLong, mayBeRemark } from './import-fields.ts';
import { isOwnExport } from './propose-mapping.ts';
import { readMoney } from './read-amounts.ts';
import { readDate } from './read-dates.ts';
import { holdsPlayerAndNumber, isHomebox } from './read-headings.ts';
import {
  readBoolean,
  readColours,
  readCondition,
  readCountry,
  readDesign,
  readItemType,
  readList,
  readMainColour,
  readPlayer,
  readSize,
  readType,
  readWhole,
  unreadable,
  type Reading,
} from './read-values.ts';
import { isPlaceholder, toNameKey, TYPE_WORDS } from './value-words.ts';

/** A name to look up. */
export interface NameQuery {
  /** The texts to look up, most reliable first: a slug, a name. */
  texts: string[];
  /** The id in the same row of the file. */
  id: number | undefined;
}

/** A text of a row that goes to the notes, with the reason. */
export interface NoteLine {
  column: string;
  text: string;
  why: 'unmapped' | 'quantity' | 'remark';
}

/** The fields of an item as parsed from texts, before names are looked up. */
export interface ParsedTexts {
  /** The texts by field, for messages and notes. */
  texts: ReadonlyMap<string, string>;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<FieldErrors>;
  names: Readonly<Partial<Record<ReferenceField, NameQuery>>>;
}

/** The parsed cells of a row. */
export interface ParsedRow extends ParsedTexts {
  /** The column of each field. */
  columns: ReadonlyMap<string, string>;
  /** Whether the row is from an own export, in which nothing is guessed and placeholders are values. */
  isLiteral: boolean;
  lines: readonly NoteLine[];
  /** The import's defaults for fields without a cell, parsed. */
  defaults: ParsedTexts;
}

export interface RowRules extends Pick<ImportRecord, 'mapping' | 'options' | 'columns'> {
  /** The only currency of the table. */
  currency?: string | undefined;
}

/** Parses the cells of a row according to the mapping and the options. */
export function parseRow(cells: Cells, rules: RowRules): ParsedRow {
  const { texts, defaults, columns, lines, isOwn } = toTexts(cells, rules);
  const isShort = ([field, text]: [string, string]) => !isTooLong(field, text, isOwn);
  const short = new Map([...texts, ...defaults].filter(isShort));
  const context = { texts: short, columns, rules, isLiteral: isOwn };
  return {
    ...parseTexts(texts, context, lines),
    columns,
    isLiteral: isOwn,
    lines,
    defaults: parseTexts(defaults, context, lines),
  };
}

function parseTexts(
  texts: ReadonlyMap<string, string>,
  context: FieldContext,
  lines: NoteLine[],
): ParsedTexts {
  const { columns, isLiteral: isOwn } = context;
  const short = new Map([...texts].filter(([field]) => context.texts.has(field)));
  const values: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const [field, text] of texts) {
    const reading = short.has(field)
      ? readField(field, text, context)
      : { error: describeTooLong(field, isOwn) };
    // The column of the secondary colours takes precedence over the second half of `Red/White`.
    for (const [name, value] of Object.entries(reading.value ?? {}))
      if (name === field || !short.has(name)) values[name] ??= value;
    const isCell = !isOwn && columns.has(field) && short.has(field);
    const isRemark = reading.error !== undefined && isCell && mayBeRemark(field, text);
    const note = isRemark ? text : reading.note;
    if (reading.error !== undefined && !isRemark) errors[field] = [reading.error];
    if (note !== undefined) lines.push({ column: columns.get(field) ?? field, text: note, why: 'remark' });
  }
  return { texts, values, errors, names: toNames(short) };
}

/** Collects the texts by field and the defaults of empty fields; texts without a field become note lines. */
function toTexts(cells: Cells, rules: Omit<RowRules, 'columns'>) {
  const { mapping, options } = rules;
  const texts = new Map<string, string>();
  const columns = new Map<string, string>();
  const lines: NoteLine[] = [];
  // Own exports are taken literally.
  const isOwn = isOwnExport(Object.keys(mapping));
  for (const [column, field] of Object.entries(mapping)) {
    const cell = readCell(cells, column);
    const text = isOwn || cell === undefined ? cell : readText(cell, column, field);
    if (text === undefined || field === IGNORE) continue;
    if (field === 'quantity') {
      if (readWhole(text).value !== 1) lines.push({ column, text, why: 'quantity' });
    } else if (field !== null && !texts.has(field)) {
      texts.set(field, text);
      columns.set(field, column);
    } else if (!isOwn && options.unmapped !== 'ignore') lines.push({ column, text, why: 'unmapped' });
  }
  // An export repeats the text in the column of the reference.
  for (const [field, text] of Object.entries(TEXT_OF)) if (texts.has(text)) texts.delete(field);
  return { texts, defaults: listDefaults(options.defaults, texts), columns, lines, isOwn };
}

function listDefaults(
  defaults: ImportOptions['defaults'],
  texts: ReadonlyMap<string, string>,
): Map<string, string> {
  const entries = Object.entries(defaults).map(([field, value]) => {
    const text = typeof value === 'number' ? toNumberText(value) : String(value);
    return [field, text] as const;
  });
  return new Map(entries.filter(([field, text]) => !texts.has(field) && text.trim() !== ''));
}

/**
 * Cleans the text of a cell: at most 30 combining marks in a row, and spaces for control characters, except
 * for line breaks and tabs in long texts. Returns undefined for a placeholder; in columns of Homebox, also
 * for 0 and false, which it writes if nothing was entered.
 */
function readText(cell: string, column: string, field: string | null): string | undefined {
  const text = capMarks(cell);
  if (field === 'notes' || field === 'description') return text.replaceAll(/[^\P{Cc}\t\n\r]+/gu, ' ');
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, (blank) =>
    /[\p{Cc}\u2028\u2029]/u.test(blank) ? ' ' : blank,
  );
  const isUnset = isHomebox(column) && field !== 'quantity' && /^(?:0(?:\.0+)?|false)$/i.test(line.trim());
  return isUnset || isPlaceholder(line) ? undefined : line;
}

/** The names in a row by field, as in the file; names take precedence over slugs. */
export function readNameTexts(
  cells: Cells,
  rules: Omit<RowRules, 'columns'>,
  fields: readonly ReferenceField[],
): Record<string, string> {
  const { texts, defaults } = toTexts(cells, rules);
  const short = [...defaults, ...texts].filter(([field, text]) => !isTooLong(field, text));
  const names = toNames(new Map(short));
  const entries = fields.map((field) => [field, names[field]?.texts.at(-1) ?? ''] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

function toNames(texts: ReadonlyMap<string, string>): ParsedRow['names'] {
  const names: Partial<Record<ReferenceField, NameQuery>> = {};
  for (const field of REFERENCE_FIELDS) {
    const keys = field === 'kit' ? ['kit_slug', 'kit_archive_id', 'kit'] : [`${field}_slug`, field];
    const nameTexts = keys.map((key) => texts.get(key)?.trim() ?? '').filter((text) => text !== '');
    const id = Number(texts.get(`${field}_id`) ?? Number.NaN);
    if (nameTexts.length === 0 && !Number.isInteger(id)) continue;
    names[field] = { texts: nameTexts, id: Number.isInteger(id) ? id : undefined };
  }
  return names;
}

interface FieldContext {
  texts: ReadonlyMap<string, string>;
  columns: ReadonlyMap<string, string>;
  rules: RowRules;
  isLiteral: boolean;
}

/** Values by field, as some cells fill two fields. */
type FieldReading = Reading<Record<string, unknown>>;

/** Reads the cell of a field. Names are looked up later, and helpers are read with the fields they help. */
function readField(field: string, text: string, context: FieldContext): FieldReading {
  const { texts, columns, rules, isLiteral: isOwn } = context;
  const column = columns.get(field) ?? '';
  const toReading = ({ value, ...rest }: Reading<unknown>): FieldReading =>
    value === undefined ? rest : { value: { [field]: value }, ...rest };
  switch (IMPORT_FIELDS.get(field)?.kind) {
    case 'item type':
      return readItemTypeCell(text, context);
    case 'condition':
      return readCondition(text);
    case 'colour':
      return readColourCell(field, text, context);
    case 'size':
      return readSizeCell(field, text, context);
    case 'boolean':
      return toReading(readBoolean(text, field, column));
    case 'number':
      return toReading(readWhole(text));
    case 'choice':
      return toReading(readType(text));
    case 'colours':
      return toReading(readIds(texts.get('secondary_colors_ids'), isOwn) ?? readColours(text));
    case 'country':
      return toReading(isOwn && /^[A-Z]{2}$/.test(text) ? { value: text } : readCountry(text));
    case 'tags':
      return toReading(isOwn ? { value: splitCell(text) } : readList(text, /[,;|]/));
    case 'design':
      return toReading(readDesign(text));
    case 'date':
      return toReading(readDate(text, rules.options));
    case 'money':
      return toReading(
        readMoney(
          text,
          findDecimalSigns(field, rules),
          chooseColumnCurrency(field, texts, columns, rules.currency),
        ),
      );
    case 'text':
      return field === 'player_name' && holdsPlayerAndNumber(column)
        ? readPlayer(text, texts.get('number'))
        : { value: { [field]: text } };
    case 'name':
    case 'helper':
    case undefined:
      return {};
  }
}

/**
 * Reads the item type; words such as `Jacket` and `Scarf` also fill the type of outerwear and other items.
 */
function readItemTypeCell(text: string, { isLiteral: isOwn }: FieldContext): FieldReading {
  const type = isOwn ? undefined : TYPE_WORDS.get(toNameKey(text));
  const itemType = readItemType(text);
  if (!isItemType(itemType)) return unreadable(text, `a type of items: ${ITEM_TYPES.join(', ')}`);
  return { value: { item_type: itemType, ...(type !== undefined && { type }) } };
}

/** Reads a size; an unknown one becomes text. Own exports have ids, which spreadsheets do not change. */
function readSizeCell(
  field: string,
  text: string,
  { texts, rules, isLiteral: isOwn }: FieldContext,
): FieldReading {
  const exported = isOwn ? SIZES.find(({ id }) => String(id) === texts.get('size_id')) : undefined;
  if (exported) return { value: { [field]: exported.id } };
  const type = readItemType(texts.get('item_type') ?? 'jersey');
  const { value, ...rest } = readSize(text, isItemType(type) ? type : undefined);
  if (value !== undefined) return { value: { [field]: value } };
  return rules.options.unknown_names === 'invalid' ? rest : { value: { [TEXT_OF.size]: text.trim() } };
}

function readColourCell(
  field: string,
  text: string,
  { texts, isLiteral: isOwn }: FieldContext,
): FieldReading {
  const [exported] = readIds(texts.get('main_color_id'), isOwn)?.value ?? [];
  if (exported !== undefined) return { value: { [field]: exported } };
  const { value, ...rest } = readMainColour(text);
  if (!value) return rest;
  const secondary = value.others.length > 0 && { secondary_colors: value.others };
  return { value: { [field]: value.main, ...secondary }, ...rest };
}

function readIds(text: string | undefined, isOwn: boolean): Reading<number[]> | undefined {
  const ids = isOwn && text !== undefined ? splitCell(text).map(Number) : [];
  const areKnown = ids.length > 0 && ids.every((id) => ITEM_COLOURS.some((colour) => colour.id === id));
  return areKnown ? { value: ids } : undefined;
}

export function isItemType(text: unknown): text is ItemType {
  return (ITEM_TYPES as readonly unknown[]).includes(text);
}
