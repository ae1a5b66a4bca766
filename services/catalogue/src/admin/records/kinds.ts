import type { Field } from '@kitroom/server/pages/form';
import { choice, suggestPath, textColumn } from '@kitroom/server/pages/resource';
import type { Column } from '@kitroom/server/pages/table';
import {
  associationName,
  BRITISH_ASSOCIATIONS,
  BRITISH_SUBDIVISIONS,
  COLOUR_NAMES,
  DESIGNS,
  KIT_CATEGORIES,
} from '@kitroom/shared';
import type { Kind } from '../../interchange/line-schemas.ts';
import { checkCountry } from '../../interchange/record-rules.ts';
import { tableOf } from '../../interchange/upsert-records.ts';
import { FORM_COLUMNS } from '../../kits/kit-columns.ts';
import {
  choicesOf,
  ID_ARCHIVE,
  PICTURE_HINT,
  type RecordField,
  type ReferenceKind,
} from '../../records/record-form-fields.ts';
import { kitsColumn, nameColumn, SLUG_COLUMN } from './record-cells.ts';
import type { RecordRow } from './record-sources.ts';

/** A kind of record and how its admin pages show it. */
export interface KindDeclaration {
  kind: Kind;
  table: string;
  /** The column that identifies the record in imports. */
  key: string;
  /** The list's path below the root of the admin interface. */
  path: string;
  title: string;
  singular: string;
  plural: string;
  fields: readonly RecordField[];
  columns: ReadonlyArray<Column<RecordRow>>;
  filters: readonly Field[];
  sort: string;
}

const SLUG: RecordField = {
  name: 'slug',
  label: 'Slug',
  holds: 'key',
  validate: validateSlug,
  hint: 'Identifies the record in imports. Former slugs of clubs and kits do so too.',
};
const NAME: RecordField = { name: 'name', label: 'Name', holds: 'name' };
const BADGE: RecordField[] = [
  NAME,
  SLUG,
  { name: 'logo', label: 'Logo', isOptional: true, hint: PICTURE_HINT },
  { name: 'logo_dark', label: 'Logo on dark ground', isOptional: true },
  {
    name: 'aliases',
    label: 'Aliases',
    type: 'lines',
    holds: 'names',
    isOptional: true,
    hint: 'Other names for searches, one per line.',
  },
];
const COUNTRY: RecordField = {
  name: 'country',
  label: 'Country',
  refersTo: 'country',
  isOptional: true,
  isShort: true,
  validate: validateCountry,
  hint: 'Name or ISO 3166 code, such as Spain or ES; England, Scotland, Wales and Northern Ireland are GB.',
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
  { name: 'club', label: 'Club', refersTo: 'club', hint: 'Name, slug or id.', isShort: true },
  { name: 'brand', label: 'Brand', refersTo: 'brand', hint: 'Name, slug or id.', isShort: true },
  {
    name: 'season',
    label: 'Season',
    refersTo: 'season',
    hint: 'Such as 2024-25 or 2024; a new one is created.',
    isShort: true,
  },
  { name: 'type', label: 'Kit type', refersTo: 'kit_type', hint: 'Name, such as Home.', isShort: true },
  ...FORM_COLUMNS.flatMap(([name, { form }]) => (form ? [{ name, ...form }] : [])),
];
const KIT_TYPE_FIELDS: RecordField[] = [
  { ...NAME, hint: 'Identifies the type in imports. Fields that are empty below are derived from it.' },
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

const COUNTRY_COLUMN = textColumn<RecordRow>('Country', 'country', 'country');
const COUNTRY_FILTER = referenceFilter('country', 'Country');
const KITS_FILTER = choice('kits', 'Kits', ['with', 'without']);
const PICTURE_FILTER = choice('picture', 'Picture', ['own', 'drawn']);

/** All kinds, in the order of the navigation. */
export const DECLARED_KINDS: readonly KindDeclaration[] = [
  declare('club', {
    fields: [...BADGE, COUNTRY, ASSOCIATION, { name: 'id_archive', ...ID_ARCHIVE }],
    columns: [nameColumn('club'), SLUG_COLUMN, COUNTRY_COLUMN, kitsColumn('club')],
    filters: [keyword('clubs'), COUNTRY_FILTER, KITS_FILTER],
  }),
  declare('kit', {
    sort: '-number',
    fields: KIT_FIELDS,
    columns: [
      nameColumn('kit'),
      textColumn('Club', 'club', 'club'),
      textColumn('Season', 'season', 'season'),
      textColumn('Type', 'type', 'type'),
      textColumn('Brand', 'brand', 'brand'),
      { ...textColumn('Rating', 'rating', 'rating'), isNumber: true },
    ],
    filters: [
      keyword('kits', 'Name, whole slug or id.'),
      referenceFilter('club', 'Club'),
      referenceFilter('season', 'Season'),
      referenceFilter('brand', 'Brand'),
      referenceFilter('competition', 'Competition'),
      referenceFilter('kit_type', 'Kit type'),
      choice('design', 'Design', DESIGNS),
      choice('primary_color', 'Primary colour', COLOUR_NAMES),
      PICTURE_FILTER,
    ],
  }),
  declare('brand', {
    fields: BADGE,
    columns: [nameColumn('brand'), SLUG_COLUMN, kitsColumn('brand')],
    filters: [keyword('brands'), KITS_FILTER],
  }),
  declare('competition', {
    fields: [...BADGE, COUNTRY],
    columns: [nameColumn('competition'), SLUG_COLUMN, COUNTRY_COLUMN],
    filters: [keyword('competitions'), COUNTRY_FILTER],
  }),
  declare('season', {
    sort: '-season',
    fields: [
      { name: 'year', label: 'Season', hint: 'Such as 2024-25, or 2024 for a calendar year.', isShort: true },
    ],
    columns: [nameColumn('season'), kitsColumn('season')],
    filters: [keyword('seasons', 'Year or id.'), KITS_FILTER],
  }),
  declare('kit_type', {
    sort: 'category',
    fields: KIT_TYPE_FIELDS,
    columns: [
      nameColumn('kit_type'),
      textColumn('Category', 'category', 'category'),
      { ...textColumn('Place', 'order_priority'), isNumber: true },
      { label: 'Goalkeeper', cell: (row) => (row['is_goalkeeper'] ? 'yes' : '') },
      kitsColumn('kit_type'),
    ],
    filters: [
      keyword('kit types', 'Name or id.'),
      choice('category', 'Category', KIT_CATEGORIES),
      KITS_FILTER,
    ],
  }),
];

export function kindOf(kind: Kind): KindDeclaration {
  const declaration = DECLARED_KINDS.find((candidate) => candidate.kind === kind);
  if (!declaration) throw new Error(`there are no pages of ${kind}`);
  return declaration;
}

function declare(
  kind: Kind,
  options: Pick<KindDeclaration, 'fields' | 'columns' | 'filters'> & { sort?: string },
): KindDeclaration {
  const { table, key } = tableOf(kind);
  const [singular, plural] = [kind.replace('_', ' '), table.replace('_', ' ')];
  const title = `${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
  return {
    sort: 'name',
    ...options,
    kind,
    table,
    key,
    title,
    singular,
    plural,
    path: `/${table.replace('_', '-')}`,
  };
}

function keyword(plural: string, hint = 'Name, slug or id.'): Field {
  return { name: 'q', label: `Find ${plural}`, hint };
}

/** A filter by a referenced record or country, with suggestions for the typed text. */
function referenceFilter(kind: ReferenceKind, label: string): Field {
  return { name: kind, label, suggestFrom: suggestPath(kind) };
}

/** Slugs must be usable in URLs without escaping. */
function validateSlug(slug: string): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined;
  return 'must be lower-case letters from a to z and digits, with single hyphens between them, such as malaga-cf-kits';
}

/** Clubs may have the code of a part of the United Kingdom, which determines the association too. */
function validateCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  return BRITISH_SUBDIVISIONS.includes(code) ? undefined : checkCountry(code);
}
