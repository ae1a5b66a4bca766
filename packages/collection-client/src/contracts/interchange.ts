import * as z from 'zod';
import { ITEM_TYPES, SIZE_CATEGORIES } from './item-vocabulary.ts';
import { itemResponseFields, itemValue } from './items.ts';
import { profile } from './profile.ts';

/**
 * The files of an export, from which an import restores an equal collection: `manifest.json`, `account.json`,
 * `items.ndjson` (one `exportedItem` per line), `items.csv` and `photos/<item>/<order>-<id>.<extension>`.
 */
export const EXPORT_FORMAT = 'kitroom-collection';

/** Incremented with each change that older versions cannot read; additional fields do not count. */
export const EXPORT_FORMAT_VERSION = 1;

export const EXPORT_FILES = {
  manifest: 'manifest.json',
  account: 'account.json',
  items: 'items.ndjson',
  table: 'items.csv',
} as const;

/**
 * A record of the catalogue. Another catalogue may have it under another id: look it up by slug, then by
 * name.
 */
export const exportedReference = z
  .object({ id: z.int(), slug: z.string().nullable(), name: z.string().nullable() })
  .meta({ id: 'ExportedReference' });

export type ExportedReference = z.output<typeof exportedReference>;

const exportedColour = z.object({ id: z.int(), name: z.string() }).meta({ id: 'ExportedColour' });
const exportedSize = z
  .object({ id: z.int(), name: z.string(), category: z.enum(SIZE_CATEGORIES) })
  .meta({ id: 'ExportedSize' });

/** A photo of an exported item. Photos are listed in their order. */
export const exportedPhoto = z
  .object({
    id: z.int(),
    order: z.int(),
    caption: z.string(),
    file: z.string().nullable(),
    width: z.int(),
    height: z.int(),
    uploaded_at: z.iso.datetime(),
  })
  .meta({ id: 'ExportedPhoto' });

export type ExportedPhoto = z.output<typeof exportedPhoto>;

const { base, ofTypes } = itemResponseFields();

/** Fields whose value is an object or a list of objects in an export, by name. */
const NESTED = {
  brand: exportedReference.nullable(),
  club: exportedReference.nullable(),
  season: exportedReference.nullable(),
  kit: exportedReference.nullable().optional(),
  size: exportedSize.nullable().optional(),
  main_color: exportedColour.nullable(),
  secondary_colors: z.array(exportedColour),
} as const;

/** A line of `items.ndjson`. Fields that items of its type do not have are absent. */
export const exportedItem = z
  .object({
    item_type: z.enum(ITEM_TYPES),
    ...base,
    ...z.object(ofTypes).partial().shape,
    ...NESTED,
    values: z.array(itemValue),
    photos: z.array(exportedPhoto),
  })
  .meta({ id: 'ExportedItem' });

export type ExportedItem = z.output<typeof exportedItem>;

/** `account.json`: a description of the account for people. Imports ignore it. */
export const exportedAccount = profile.pick({
  username: true,
  name: true,
  email: true,
  biography: true,
  location: true,
  is_private: true,
  created_at: true,
});

export type ExportedAccount = z.output<typeof exportedAccount>;

/** `manifest.json`, the last file of the ZIP. */
export const exportManifest = z
  .object({
    format: z.literal(EXPORT_FORMAT),
    format_version: z.int(),
    created_at: z.iso.datetime(),
    counts: z.object({ items: z.int(), photos: z.int() }),
    files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
  })
  .meta({ id: 'ExportManifest' });

export type ExportManifest = z.output<typeof exportManifest>;

/** The part of a field that a column of `items.csv` contains. */
export type TablePart = 'value' | 'name' | 'id' | 'amount' | 'currency' | 'names' | 'ids' | 'texts';

export interface TableColumn {
  name: string;
  field: keyof ExportedItem;
  part: TablePart;
}

type Scalar = string | number | boolean | null | undefined;
type ComplexField = {
  [F in keyof ExportedItem]-?: ExportedItem[F] extends Scalar ? never : F;
}[keyof ExportedItem];

const REFERENCE = { name: '', id: '_id' };
const MONEY = { amount: '', currency: '_currency' };

/** Fields with more than one column, or with lists: the column name's suffix for each part. */
const PARTS: Readonly<Record<ComplexField, Partial<Record<TablePart, string>>>> = {
  brand: REFERENCE,
  club: REFERENCE,
  season: REFERENCE,
  kit: REFERENCE,
  size: REFERENCE,
  main_color: REFERENCE,
  secondary_colors: { names: '', ids: '_ids' },
  tags: { texts: '' },
  price: MONEY,
  estimated_value: MONEY,
  // In items.ndjson only.
  values: {},
  photos: {},
};

/** The columns of `items.csv`, in order. */
export const ITEM_TABLE: readonly TableColumn[] = /* @__PURE__ */ Object.keys(exportedItem.shape).flatMap(
  (name) => {
    const field = name as keyof ExportedItem;
    const parts = Object.entries(field in PARTS ? PARTS[field as ComplexField] : { value: '' });
    return parts.map(([part, suffix]) => ({ name: `${field}${suffix}`, field, part: part as TablePart }));
  },
);
