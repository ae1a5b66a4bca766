import {
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  ITEM_TYPES,
  SIZES,
  TEXT_OF,
  TYPE_CHOICES,
  type ItemChanges,
  type ItemType,
} from '@kitroom/collection-client';
import { COUNTRY_CODES } from '@kitroom/shared';
import { CURRENCIES } from '../../components/currencies.ts';
import { nameCountry } from '../../components/format.ts';
import { CONDITION_LABELS, ITEM_TYPE_LABELS, sizesOf } from '../../components/item-labels.ts';
import { readAmount } from '../../components/read-amount.ts';

/** A value in the format of a table cell, and its displayed text. */
type Choice = readonly [text: string, words: string];

const toChoice = (text: string): Choice => [text, text];
const toNameChoice = ({ name }: { name: string }) => toChoice(name);
const YES_OR_NO: readonly Choice[] = [
  ['yes', 'Yes'],
  ['no', 'No'],
];
const CURRENCY_CHOICES = CURRENCIES.map(toChoice);

/** The values of fields with a fixed list of values. */
const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  item_type: ITEM_TYPES.map((type) => [type, ITEM_TYPE_LABELS[type]] as const),
  type: Object.values(TYPE_CHOICES).flat().map(toChoice),
  kit_type: ['Home', 'Away', 'Third', 'Fourth', 'Goalkeeper'].map(toChoice),
  size: [...new Set(SIZES.map(({ name }) => name))].map(toChoice),
  condition: Array.from({ length: 10 }, (_, index) => [`${10 - index}`, `${10 - index} of 10`] as const),
  detailed_condition: DETAILED_CONDITIONS.map((code) => [code, CONDITION_LABELS[code]] as const),
  design: DESIGN_CODES.map(toNameChoice),
  main_color: ITEM_COLOURS.map(toNameChoice),
  country: [...COUNTRY_CODES]
    .map((code) => [code, nameCountry(code)] as const)
    .toSorted(([, left], [, right]) => left.localeCompare(right)),
  currency: CURRENCY_CHOICES,
  price_currency: CURRENCY_CHOICES,
  estimated_value_currency: CURRENCY_CHOICES,
};

/** The values that a field can have. Undefined if it has no fixed list. */
export function listChoices(field: string): readonly Choice[] | undefined {
  return CHOICES[field] ?? (/^(?:is|has)_/.test(field) ? YES_OR_NO : undefined);
}

/** The displayed text of a value, such as `8 of 10`. */
export function nameChoice(field: string, text: string): string {
  return listChoices(field)?.find(([value]) => value === text)?.[1] ?? text;
}

type Convert = (text: string, type: ItemType) => ItemChanges | undefined;

/** Conversions of typed text, for fields that need one. They return undefined for invalid text. */
const CONVERT: Readonly<Record<string, Convert>> = {
  size: (text, type) => {
    const size = sizesOf(type).find(({ name }) => name === text);
    return size ? { size: size.id, size_text: '' } : { size: null, size_text: text };
  },
  condition: (text) => ({ condition: Number(text) }),
  number: (text) => (/^\d{1,3}$/.test(text) ? { number: Number(text) } : undefined),
  design: (text) => toChange('design', DESIGN_CODES.find(({ name }) => name === text)?.id),
  main_color: (text) => toChange('main_color', ITEM_COLOURS.find(({ name }) => name === text)?.id),
  price: (text) => toChange('price', readMoney(text)),
  estimated_value: (text) => toChange('estimated_value', readMoney(text)),
  tags: (text) => ({ tags: [text] }),
};

/** Fields that store the text as typed: free text, dates and values of lists. */
const PLAIN = new Set(
  `name type detailed_condition country acquired_on acquired_from location player_name notes
   description brand_text club_text season_text size_text`.split(/\s+/),
);

/** Whether a value of this field can be set for a row. */
export function isSettable(field: string): boolean {
  return field in CONVERT || field in TEXT_OF || PLAIN.has(field) || /^(?:is|has)_/.test(field);
}

/** Converts a typed or chosen value to changes of an item. Undefined if the value is invalid. */
export function toItemChanges(field: string, typed: string, type: ItemType): ItemChanges | undefined {
  const text = typed.trim();
  if (text === '' || !isSettable(field)) return undefined;
  const convert = CONVERT[field];
  if (convert) return convert(text, type);
  if (hasTextField(field)) return { [field]: null, [TEXT_OF[field]]: text };
  return { [field]: PLAIN.has(field) ? text : text === 'yes' };
}

function hasTextField(field: string): field is keyof typeof TEXT_OF {
  return field in TEXT_OF;
}

function toChange(field: string, value: unknown): ItemChanges | undefined {
  return value === undefined ? undefined : { [field]: value };
}

/** Parses an amount with its currency, such as `45 EUR`. */
function readMoney(text: string) {
  return /[A-Z]{3}$/.test(text) ? readAmount(text, text.slice(-3)) : undefined;
}
