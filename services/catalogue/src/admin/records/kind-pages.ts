import { associationName, BRITISH_ASSOCIATIONS, KIT_CATEGORIES } from '@kitroom/shared';
import type { Kind } from '../../interchange/line-schemas.ts';
import { FORM_COLUMNS } from '../../kits/kit-columns.ts';
import { choicesOf, ID_ARCHIVE, PICTURE_HINT, type RecordField } from '../../record-fields.ts';
import { ADMIN_ROOT } from '../operator-session.ts';
import { validateCountry, validateSlug } from './validate-text.ts';

export interface KindPage {
  kind: Kind;
  table: 'brands' | 'competitions' | 'clubs' | 'seasons' | 'kit_types' | 'kits';
  /** The column that identifies the record in imports. */
  key: 'slug' | 'year' | 'name';
  path: string;
  heading: string;
  one: string;
  many: string;
  fields: readonly RecordField[];
}

const SLUG: RecordField = {
  name: 'slug',
  label: 'Slug',
  holds: 'key',
  validate: validateSlug,
  hint: 'Imports know the record by it; clubs and kits by their former slugs too.',
};
const NAME: RecordField = { name: 'name', label: 'Name' };
const BADGE: RecordField[] = [
  NAME,
  SLUG,
  { name: 'logo', label: 'Logo', isOptional: true, hint: PICTURE_HINT },
  { name: 'logo_dark', label: 'Logo on dark ground', isOptional: true },
  {
    name: 'aliases',
    label: 'Aliases',
    type: 'lines',
    holds: 'lines',
    isOptional: true,
    hint: 'Other names that searches find it by, one a line.',
  },
];
const COUNTRY: RecordField = {
  name: 'country',
  label: 'Country',
  isOptional: true,
  isShort: true,
  validate: validateCountry,
  hint: 'ISO 3166 code of two letters, such as ES; GB for England, Scotland, Wales and Northern Ireland.',
};
const ASSOCIATION: RecordField = {
  name: 'association',
  label: 'Association',
  type: 'choice',
  choices: [
    { value: '', label: '– follows from the country –' },
    ...BRITISH_ASSOCIATIONS.map((code) => ({ value: code, label: associationName(code) })),
  ],
  isOptional: true,
  isShort: true,
  hint: 'Only for GB, which has several.',
};
const KIT_FIELDS: RecordField[] = [
  NAME,
  SLUG,
  { name: 'club', label: 'Club', holds: 'key', hint: 'Its slug or name.', isShort: true },
  { name: 'brand', label: 'Brand', holds: 'key', hint: 'Its slug or name.', isShort: true },
  {
    name: 'season',
    label: 'Season',
    hint: 'Such as 2024-25 or 2024; a new one is created.',
    isShort: true,
  },
  { name: 'type', label: 'Kit type', hint: 'Its name, such as Home.', isShort: true },
  ...FORM_COLUMNS.flatMap(([name, { form }]) => (form ? [{ name, ...form }] : [])),
];

const KIT_TYPE_FIELDS: RecordField[] = [
  { ...NAME, hint: 'Imports know the type by it. What is left empty below follows from it.' },
  {
    name: 'category',
    label: 'Category',
    type: 'choice',
    choices: choicesOf(KIT_CATEGORIES, 'follows from the name'),
    isOptional: true,
    isShort: true,
  },
  {
    name: 'category_order',
    label: 'Place of the category',
    type: 'number',
    holds: 'integer',
    isOptional: true,
    isShort: true,
    hint: '1 to 6; lower comes first.',
  },
  {
    name: 'order_priority',
    label: 'Place within the category',
    type: 'number',
    holds: 'integer',
    isOptional: true,
    isShort: true,
    hint: 'Lower comes first.',
  },
  { name: 'is_goalkeeper', label: 'For goalkeepers', type: 'switch', holds: 'switch' },
];

/** In the order of the navigation. */
export const KIND_PAGES: readonly KindPage[] = [
  page('club', 'clubs', 'slug', 'Clubs', [
    ...BADGE,
    COUNTRY,
    ASSOCIATION,
    { name: 'id_archive', ...ID_ARCHIVE },
  ]),
  page('kit', 'kits', 'slug', 'Kits', KIT_FIELDS),
  page('brand', 'brands', 'slug', 'Brands', BADGE),
  page('competition', 'competitions', 'slug', 'Competitions', [...BADGE, COUNTRY]),
  page('season', 'seasons', 'year', 'Seasons', [
    { name: 'year', label: 'Season', hint: 'Such as 2024-25, or 2024 for a calendar year.', isShort: true },
  ]),
  page('kit_type', 'kit_types', 'name', 'Kit types', KIT_TYPE_FIELDS),
];

export function pageOf(kind: Kind): KindPage {
  const found = KIND_PAGES.find((one) => one.kind === kind);
  if (!found) throw new Error(`there are no pages of ${kind}`);
  return found;
}

function page(
  kind: Kind,
  table: KindPage['table'],
  key: KindPage['key'],
  heading: string,
  fields: RecordField[],
): KindPage {
  const path = `${ADMIN_ROOT}/${table.replace('_', '-')}`;
  return {
    kind,
    table,
    key,
    path,
    heading,
    one: kind.replace('_', ' '),
    many: heading.toLowerCase(),
    fields,
  };
}
