import { FACET_VALUES_MAX, type FacetField, type ItemFilters } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { onlyRow } from '@kitroom/server/database/query-parts';
import { joinConditions, toCondition } from '../items/item-filters.ts';
import { countBy, countTextsBy, type Source } from './count-queries.ts';
import type { CountRow } from './counted-fields.ts';
import { selectVisibleItems, type View } from './visible-items.ts';

/** How many items match, and the values of each field with the numbers of items. */
export type FacetRow = { total: number } & Partial<Record<FacetField, CountRow[]>>;

/** The filters of fields that have other filters than the one of the same name. */
const FILTERS_OF: Partial<Record<FacetField, ReadonlyArray<keyof ItemFilters>>> = {
  condition: ['condition', 'condition_min', 'condition_max'],
  country: ['country', 'origin'],
  size: ['size', 'size_text'],
};

/** The columns that the fields are counted from. */
const COLUMNS = `
  items.id, items.item_type, items.club_id, items.club_text, items.brand_id, items.brand_text, items.season_id,
  items.season_text, items.season_text_decade, items.country, items.size, items.size_text, items.condition,
  items.detailed_condition, items.main_color, items.design, items.tags, items.tag_keys, items.location,
  items.is_private`;

const HAS_PHOTOS = 'exists (select from photos where photos.item_id = items.id) as has_photos';

/**
 * Counts a collection's visible items by fields, in one statement. Items that match the filters of all
 * uncounted fields are read once, each with a flag per counted field for its filter, so that a field can be
 * counted without its own filter.
 */
export async function countItemFacets(
  db: Database,
  view: View,
  filters: ItemFilters,
  fields: readonly FacetField[],
): Promise<FacetRow> {
  const flags = fields.flatMap((field) => {
    const { isEmpty, ...condition } = toCondition(pick(filters, filtersOf(field)));
    return isEmpty ? [] : [{ field, flag: `matches_${field}`, ...condition }];
  });
  const otherFilters = omit(
    filters,
    flags.flatMap(({ field }) => filtersOf(field)),
  );
  const { condition } = selectVisibleItems(view, otherFilters);
  const columns = [
    COLUMNS,
    ...(fields.includes('has_photos') ? [HAS_PHOTOS] : []),
    ...flags.map(({ flag, sql }) => `(${sql}) as ${flag}`),
  ];
  const matching = (ignored?: FacetField): Source => ({
    from: 'matching as items',
    where: joinConditions(
      flags.filter(({ field }) => field !== ignored).map(({ flag }) => ({ sql: flag, bindings: [] })),
    ),
  });
  const { from, where } = matching();
  return onlyRow(
    query<FacetRow>(
      db,
      `with matching as materialized (select ${columns.join(', ')} from items where ${condition.sql})
       select (select count(*) from ${from} where ${where.sql}) as total
         ${fields.map((field) => `, ${countField(field, matching(field))} as ${field}`).join('')}`,
      [...flags.flatMap(({ bindings }) => bindings), ...condition.bindings],
    ),
  );
}

function filtersOf(field: FacetField): ReadonlyArray<keyof ItemFilters> {
  return FILTERS_OF[field] ?? [field];
}

/**
 * A subquery for the counts of a field, and of the texts that items may have instead, as an array of
 * CountRows.
 */
function countField(field: FacetField, source: Source): string {
  return [countBy(field, source, FACET_VALUES_MAX), countTextsBy(field, source, FACET_VALUES_MAX)]
    .filter((counts) => counts !== undefined)
    .map(({ sql }) => `(select coalesce(jsonb_agg(counts), '[]') from (${sql}) as counts)`)
    .join(' || ');
}

function pick(filters: ItemFilters, names: ReadonlyArray<keyof ItemFilters>): ItemFilters {
  return Object.fromEntries(names.map((name) => [name, filters[name]]));
}

function omit(filters: ItemFilters, names: ReadonlyArray<keyof ItemFilters>): ItemFilters {
  return { ...filters, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}
