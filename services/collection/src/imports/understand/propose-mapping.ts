import { isBooleanText, looksLikeDate, looksLikeSeason, looksLikeSize } from '../reading/value-shapes.ts';
import { findColumnField } from './column-names.ts';
import { IMPORT_FIELDS, type Mapping } from './import-fields.ts';

/** A column with some of its values. */
export interface ColumnSample {
  name: string;
  samples: readonly string[];
}

/** Columns of exports that tell of the exported item, not of the one to be made. */
const OWN_EXPORT = ['item_type', 'name', 'is_private', 'created_at'];

/** Whether a table is an export of this service: it needs no mapping. */
export function isOwnExport(columns: readonly string[]): boolean {
  return OWN_EXPORT.every((name) => columns.includes(name));
}

/** Proposes which field each column fills: by its name, else by its values. No field is proposed twice. */
export function proposeMapping(columns: readonly ColumnSample[]): Mapping {
  if (isOwnExport(columns.map(({ name }) => name))) return mapOwnExport(columns);
  const taken = new Set<string>();
  const mapping = new Map<string, string | null>();
  const propose = (column: ColumnSample, find: (column: ColumnSample) => string | undefined) => {
    if (mapping.get(column.name)) return;
    const field = find(column);
    const isFree = field !== undefined && IMPORT_FIELDS.has(field) && !taken.has(field);
    if (isFree) taken.add(field);
    mapping.set(column.name, isFree ? field : null);
  };
  // Exact names of fields come before other languages' words for them.
  for (const column of columns) propose(column, ({ name }) => (IMPORT_FIELDS.has(name) ? name : undefined));
  for (const column of columns) propose(column, ({ name }) => findColumnField(name));
  for (const column of columns) propose(column, ({ samples }) => findFieldOfValues(samples));
  return Object.fromEntries(mapping);
}

/** The item's own id is the one that the other service knows it by. */
function mapOwnExport(columns: readonly ColumnSample[]): Mapping {
  const toField = (name: string) => {
    if (name === 'id' && !columns.some((column) => column.name === 'external_id')) return 'external_id';
    return IMPORT_FIELDS.has(name) ? name : null;
  };
  return Object.fromEntries(columns.map(({ name }) => [name, toField(name)]));
}

function findFieldOfValues(samples: readonly string[]): string | undefined {
  const [first] = samples;
  if (first === undefined || samples.every(isBooleanText)) return undefined;
  if (samples.every(looksLikeSeason)) return 'season';
  if (samples.every(looksLikeSize)) return 'size';
  if (samples.every(looksLikeDate)) return 'acquired_on';
  if (samples.every((text) => /^(?:[€£$]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|£|EUR|GBP|USD))$/.test(text.trim())))
    return 'price';
  if (
    samples.every((text) => /kit|^https?:\/\/.*footballkitarchive/i.test(text) && !/\s/.test(text.trim()))
  ) {
    return 'kit_slug';
  }
  return undefined;
}
