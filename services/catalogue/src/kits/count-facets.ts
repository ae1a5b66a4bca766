import type * as z from 'zod';
import { FACET_VALUES_MAX, type FacetField, type kitFacets } from '@kitroom/catalogue-client';
import { associationName, countryName } from '@kitroom/shared';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { CountedColumn, Counts } from '../search/index/count-kits.ts';
import { matchAllTerms } from '../search/kits/search-kits.ts';
import { toIndexFilters, type KitRules } from './to-index-filters.ts';

type KitFacets = z.input<typeof kitFacets>;

/** A value of a field, and the number of kits that have it. */
interface FacetRow {
  value: number | string;
  /** The name of the value, if it differs from the value. */
  label?: string;
  count: number;
}

/**
 * The columns of the index that are counted for each field. Some are those of a related record, such as
 * seasons for decades.
 */
const COUNTED_COLUMNS: Readonly<Record<FacetField, CountedColumn>> = {
  primary_color: 'primaryColours',
  secondary_color: 'secondaryColours',
  design: 'designs',
  country: 'countries',
  association: 'clubs',
  decade: 'seasons',
  season: 'seasons',
  brand: 'brands',
  competition: 'competitions',
  type: 'types',
  category: 'types',
  club: 'clubs',
};

/**
 * Counts the kits that match the keyword and the filters, and those with each value of the fields. A field is
 * counted without its own filter, so that clients can offer its other values. Fields without a filter share
 * the same kits, which are therefore selected only once.
 */
export function countFacets(
  index: CatalogueIndex,
  { keyword, ...filters }: KitRules & { keyword?: string | undefined },
  fields: readonly FacetField[],
): KitFacets {
  const match = keyword === undefined ? undefined : matchAllTerms(index, keyword);
  const rows = new Map<FacetField, FacetRow[]>();
  const count = (counted: readonly FacetField[], rules: KitRules): number => {
    const columns = counted.map((field) => COUNTED_COLUMNS[field]);
    const { total, counts } = index.kits.count({ ...toIndexFilters(index, rules), match }, columns);
    for (const [position, field] of counted.entries())
      rows.set(field, toRows(index, field, counts[position]));
    return total;
  };
  const isFiltered = (field: FacetField) => [filters[field] ?? []].flat().length > 0;
  for (const field of fields.filter(isFiltered)) count([field], withoutFilter(filters, field));
  const unfiltered = fields.filter((field) => !isFiltered(field));
  const total = count(unfiltered, filters);
  const facets = Object.fromEntries(fields.map((field) => [field, toFacet(field, rows.get(field) ?? [])]));
  return { total, facets };
}

function withoutFilter(filters: KitRules, field: FacetField): KitRules {
  return { ...filters, [field]: field === 'secondary_color' ? [] : undefined };
}

/** Returns the values of a field with their names. Values of deleted records are omitted. */
function toRows(index: CatalogueIndex, field: FacetField, counts: Counts = new Map()): FacetRow[] {
  const rows = new Map<number | string, FacetRow>();
  for (const [key, count] of counts) {
    const facetValue = typeof key === 'number' ? RECORD_VALUES[field]?.(index, key) : toText(key);
    if (!facetValue) continue;
    const previous = rows.get(facetValue.value);
    rows.set(facetValue.value, { ...facetValue, count: count + (previous?.count ?? 0) });
  }
  return [...rows.values()];
}

type FacetValue = Omit<FacetRow, 'count'> | undefined;

/** Converts ids of records to values, for fields that are counted by ids. */
const RECORD_VALUES: Readonly<
  Partial<Record<FacetField, (index: CatalogueIndex, id: number) => FacetValue>>
> = {
  decade: ({ seasons }, id) => {
    const season = seasons.get(id);
    return season && { value: season.first_year - (season.first_year % 10) };
  },
  association: ({ clubs }, id) => {
    const code = clubs.byId.get(id)?.association;
    return code ? { value: code, label: associationName(code) } : undefined;
  },
  season: ({ seasons }, id) => toNamed(id, seasons.get(id)?.year),
  brand: ({ brands }, id) => toNamed(id, brands.byId.get(id)?.name),
  competition: ({ competitions }, id) => toNamed(id, competitions.byId.get(id)?.name),
  type: ({ typesById }, id) => toNamed(id, typesById.get(id)?.name),
  category: ({ typesById }, id) => toText(typesById.get(id)?.category),
  club: ({ clubs }, id) => toNamed(id, clubs.byId.get(id)?.name),
};

function toNamed(value: number, label: string | undefined): FacetValue {
  return label === undefined ? undefined : { value, label };
}

/** Empty strings are omitted, because the field's filter treats them as absent. */
function toText(value: string | null | undefined): FacetValue {
  return value ? { value } : undefined;
}

/** Sorts the most frequent values first, and equally frequent ones by name. */
function toFacet(field: FacetField, rows: readonly FacetRow[]) {
  return rows
    .map(({ value, label, count }) => ({ value, label: label ?? toLabel(field, value), count }))
    .toSorted(
      (left, right) =>
        right.count - left.count || compare(left.label, right.label) || compare(left.value, right.value),
    )
    .slice(0, FACET_VALUES_MAX);
}

function toLabel(field: FacetField, value: number | string): string {
  const text = String(value);
  if (field === 'decade') return `${text}s`;
  if (field === 'country') return countryName(text);
  return field === 'category' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

function compare<Value extends number | string>(left: Value, right: Value): number {
  return left < right ? -1 : Number(left > right);
}
