import { SIZES } from '@kitroom/collection-client';
import { readSeasonCell } from '@kitroom/shared';
import { looksLikeDate, looksLikeSeason, looksLikeSize } from '../read/sniff-values.ts';
import { IGNORE, IMPORT_FIELDS, type Mapping } from './import-fields.ts';
import { readMoney } from './read-amounts.ts';
import { readDate } from './read-dates.ts';
import { holdsPlayerAndNumber, listColumnFields } from './read-headings.ts';
import {
  isKitNoun,
  readBoolean,
  readColours,
  readCondition,
  readCountry,
  readDesign,
  readItemType,
  readKitKind,
  readMainColour,
  readPlayer,
  readSize,
  readWhole,
  type Reading,
} from './read-values.ts';
import {
  areShirtNumbers,
  canBeIds,
  isNumberOnly,
  locatePlayers,
  scoreShirtNumbers,
  type ColumnValues,
  type PlayerPlace,
} from './shirt-numbers.ts';
import { isPlaceholder, ITEM_TYPE_WORDS, KIT_KIND_WORDS, toNameKey, TYPE_WORDS } from './value-words.ts';

/** Columns that occur together only in exports of this service. */
const OWN_EXPORT = ['item_type', 'name', 'is_private', 'created_at'];

/** Whether a table is an export of this service, which needs no mapping. */
export function isOwnExport(columns: readonly string[]): boolean {
  return OWN_EXPORT.every((name) => columns.includes(name));
}

/**
 * Proposes a field for each column by its name and values. A field is proposed only if at least half of the
 * values fit it, and for one column per sheet. Columns without a name are recognized by their values.
 */
export function proposeMapping(columns: readonly ColumnValues[]): Mapping {
  const names = columns.map(({ name }) => name);
  if (isOwnExport(names) || names.every((name) => IMPORT_FIELDS.has(name))) return mapFieldNames(names);
  const players = locatePlayers(columns);
  const proposals = columns
    .flatMap((column, at) => listProposals(column, players[at] ?? 'nowhere'))
    .toSorted(compareProposals);
  const mapping = new Map<string, string | null>(names.map((name) => [name, null]));
  const taken = new Map<string, Array<ColumnValues['sheets']>>();
  for (const { name, field, sheets } of proposals) {
    const takenBy = taken.get(field) ?? [];
    const isTaken = takenBy.some(
      (otherSheets) => !otherSheets || !sheets || !otherSheets.isDisjointFrom(sheets),
    );
    if (mapping.get(name) || isTaken) continue;
    mapping.set(name, field);
    taken.set(field, [...takenBy, sheets]);
  }
  // In a file of failed rows, this column has their errors.
  if (names.includes('error')) mapping.set('error', IGNORE);
  return Object.fromEntries(mapping);
}

/** Maps columns that are named like fields; the id of an exported item becomes its external id. */
function mapFieldNames(names: readonly string[]): Mapping {
  const toField = (name: string) => {
    if (name === 'id' && !names.includes('external_id')) return 'external_id';
    return IMPORT_FIELDS.has(name) ? name : null;
  };
  return Object.fromEntries(names.map((name) => [name, toField(name)]));
}

interface Proposal extends Pick<ColumnValues, 'name' | 'sheets'> {
  field: string;
  /** 2 if the name is that of the field, 1 if it is a known heading, 0 if only the values fit. */
  sureness: number;
  /** Decides between columns that may be the same field; higher wins. */
  preference: number;
  /** Decides between fields of the same column; lower wins. */
  rank: number;
}

function compareProposals(left: Proposal, right: Proposal): number {
  return right.sureness - left.sureness || right.preference - left.preference || left.rank - right.rank;
}

function listProposals({ name, values, sheets }: ColumnValues, players: PlayerPlace): Proposal[] {
  const filled = values.map((text) => text.trim()).filter((text) => text !== '' && !isPlaceholder(text));
  const named = listColumnFields(name);
  const fields = listsKinds(name, filled) ? ['kit_type', ...named] : named;
  const isNameless = /^Column (?:[A-Z]{1,2}|\d{1,3})$/.test(name);
  const byValues = fields.length === 0 ? listFieldsOfValues(filled, isNameless) : [];
  const fitting = [...fields, ...byValues].filter((field) => fits(field, filled, name, players));
  // Shirt numbers are not ids, although those of one sheet may be unique.
  const isShirtNumber = fitting[0] === 'number';
  return fitting
    .filter((field) => field !== 'external_id' || !isShirtNumber)
    .map((field, rank) => ({
      name,
      field,
      rank,
      ...(sheets && { sheets }),
      sureness: field === name ? 2 : fields.length > 0 ? 1 : 0,
      preference: field === 'number' ? scoreShirtNumbers(name, filled, { rows: values.length, players }) : 0,
    }));
}

/** Whether a column has a heading such as `Maglia`, and only kinds of kits such as `Casa` in its cells. */
function listsKinds(name: string, values: readonly string[]): boolean {
  return isKitNoun(name) && values.length > 1 && values.every((text) => KIT_KIND_WORDS.has(toNameKey(text)));
}

/** Fields that are recognized by values alone; for columns with an unknown name, only unmistakable ones. */
function listFieldsOfValues(values: readonly string[], isNameless: boolean): string[] {
  if (values.length === 0) return [];
  if (values.every(looksLikeSeason)) return ['season'];
  if (values.every(looksLikeSize)) return ['size'];
  if (values.every((text) => /kit|^https?:\/\/.*footballkitarchive/i.test(text) && !/\s/.test(text)))
    return ['kit_slug'];
  if (!isNameless) return [];
  if (values.every(looksLikeDate)) return ['acquired_on'];
  if (values.every((text) => /[€£$]|\b[A-Z]{3}\b/.test(text) && readMoney(text, {}, undefined).value))
    return ['price'];
  if (values.every((text) => readKitKind(text) !== undefined)) return ['kit_type'];
  if (values.every((text) => Number.isNaN(Number(text)) && readCondition(text).value))
    return ['detailed_condition'];
  return values.every((text) => Number.isNaN(Number(text)) && isWhollyRead(readMainColour(text)))
    ? ['main_color']
    : [];
}

/** Whether at least half of a column's values can be values of a field. */
function fits(field: string, values: readonly string[], name: string, players: PlayerPlace): boolean {
  if (field === 'external_id') return canBeIds(values);
  if (field === 'number' && !isNumberOnly(name) && !areShirtNumbers(values, players)) return false;
  if (field === 'player_name' && holdsPlayerAndNumber(name) === 'perhaps')
    return values.filter((text) => readPlayer(text).value?.number !== undefined).length * 2 >= values.length;
  const fit = FITS[field] ?? FITS[IMPORT_FIELDS.get(field)?.kind ?? ''];
  return fit === undefined || values.filter((text) => fit(text, field)).length * 2 >= values.length;
}

const isWhollyRead = ({ value, note }: Reading<unknown>) => value !== undefined && note === undefined;
const isText = (text: string) => /\p{L}/u.test(text);

/** Whether a text can be a value of a field or kind of fields; others accept every text. */
const FITS: Readonly<Record<string, (text: string, field: string) => boolean>> = {
  brand: (text) => isText(text) && !looksLikeDate(text),
  club: (text) => /\p{L}|^\d{4}$/u.test(text) && !looksLikeDate(text),
  season: (text) => readSeasonCell(text) !== undefined || /(?:19|20)\d\d|\d\d[/-]\d\d/.test(text),
  kit: (text) => /^\d+$|kit/i.test(text) || /\d/.test(text.slice(text.search(/[\s-]|$/))),
  kit_type: (text) =>
    readKitKind(text) !== undefined || /^(?:training|pre-?match|travel|warm-?up)\b/i.test(text),
  'item type': (text) => ITEM_TYPE_WORDS.has(readItemType(text)),
  type: (text) => TYPE_WORDS.has(text.toLowerCase()),
  boolean: (text, field) => readBoolean(text, field).value !== undefined,
  condition: (text) => (readWhole(text).value ?? 99) <= 10,
  detailed_condition: (text) => readCondition(text).value?.detailed_condition !== undefined,
  number: (text) => (readWhole(text).value ?? 9999) <= 999,
  size: (text) =>
    text.length <= 20 &&
    (SIZES.some(({ id }) => id === readSize(text, 'jersey').value) || !/^\d{4}/.test(text)),
  colour: (text) => isWhollyRead(readMainColour(text)),
  colours: (text) => isWhollyRead(readColours(text)),
  country: (text) => readCountry(text).value !== undefined,
  design: (text) => readDesign(text).value !== undefined,
  date: (text) =>
    readDate(text, { date_order: 'dmy' }).error === undefined ||
    readDate(text, { date_order: 'mdy' }).error === undefined,
  money: (text) => readMoney(text, {}, 'EUR').value !== undefined,
  quantity: (text) => readWhole(text).value !== undefined,
};
