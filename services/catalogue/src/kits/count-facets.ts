import type * as z from 'zod';
import { FACET_VALUES_MAX, type FacetField, type kitFacets } from '@kitroom/catalogue-client';
import { associationName, countryName } from '@kitroom/shared';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { CountedColumn, Counts } from '../search/index/count-kits.ts';
import { matchAllTerms } from '../search/kits/search-kits.ts';
import { toIndexFilters, type KitRules } from './to-index-filters.ts';

type KitFacets = z.input<typeof kitFacets>;

/** A value of a field, and how many kits have it. */
interface FacetRow {
  value: number | string;
  /** Its name, if it has one that differs from it. */
  label?: string;
  count: number;
}

/**
 * The columns of the index from which fields are counted; some by a related record, such as decades by
 * seasons.
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
 * How many kits match the keyword and the filters, and how many have each value of the fields. A field is
 * counted without its own filter, so that its other values can be chosen too; fields without a filter are
 * counted among the same kits, which are selected once.
 */
export function countFacets(
  index: CatalogueIndex,
  { keyword, ...filters }: KitRules & { keyword?: string | undefined },
  fields: readonly FacetField[],
): KitFacets {
  const match = keyword === undefined ? undefined : matchAllTerms(index, keyword);
  const rows = new Map<FacetField, FacetRow[]>();
  const count = (counted: readonly FacetField[], within: KitRules): number => {
    const columns = counted.map((field) => COUNTED_COLUMNS[field]);
    const { total, counts } = index.kits.count({ ...toIndexFilters(index, within), match }, columns);
    for (const [at, field] of counted.entries()) rows.set(field, toRows(index, field, counts[at]));
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

/** The values of a field with their names; those that have become unknown are left out. */
function toRows(index: CatalogueIndex, field: FacetField, counts: Counts = new Map()): FacetRow[] {
  const rows = new Map<number | string, FacetRow>();
  for (const [counted, count] of counts) {
    const described = typeof counted === 'number' ? RECORDS[field]?.(index, counted) : toText(counted);
    if (!described) continue;
    const known = rows.get(described.value);
    rows.set(described.value, { ...described, count: count + (known?.count ?? 0) });
  }
  return [...rows.values()];
}

type Described = Omit<FacetRow, 'count'> | undefined;

/** For fields that are counted by the ids of records: what a record means as a value of the field. */
const RECORDS: Readonly<Partial<Record<FacetField, (index: CatalogueIndex, id: number) => Described>>> = {
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

function toNamed(value: number, label: string | undefined): Described {
  return label === undefined ? undefined : { value, label };
}

/** An empty text is no value: the filter of the field takes it for none. */
function toText(value: string | null | undefined): Described {
  return value ? { value } : undefined;
}

/** The most frequent values first; equally frequent ones by name. */
function toFacet(field: FacetField, rows: readonly FacetRow[]) {
  return rows
    .map(({ value, label, count }) => ({ value, label: label ?? toLabel(field, value), count }))
    .toSorted(
      (one, other) =>
        other.count - one.count || compare(one.label, other.label) || compare(one.value, other.value),
    )
    .slice(0, FACET_VALUES_MAX);
}

function toLabel(field: FacetField, value: number | string): string {
  const text = String(value);
  if (field === 'decade') return `${text}s`;
  if (field === 'country') return countryName(text);
  return field === 'category' ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

function compare<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : Number(one > other);
}
