import type * as z from 'zod';
import { COUNTS_MAX, type filterOption, type FilterType, type ItemFilters } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type { Condition } from '../items/item-filters.ts';
import { COUNTED_FIELDS, toOption, type CountedField, type CountRow } from './counted-fields.ts';
import { selectPublicItems } from './visible-items.ts';

/** The items to count: a list of tables that includes `items`, and a condition. */
export interface Source {
  from: string;
  where: Condition;
}

/**
 * The statement that counts items by a field, most frequent first, as CountRows. Records without a name are
 * omitted.
 */
export function countBy(type: CountedField, { from, where }: Source, limit = COUNTS_MAX): Condition {
  const { key, value = key, join = '', records } = COUNTED_FIELDS[type];
  // Grouped by id first, so that names are joined to few rows.
  const counted = `
    select ${value} as id, null as name, count(*) as count from ${from} ${join}
    where ${where.sql} and ${key} is not null group by ${key}`;
  if (records !== undefined) {
    const sql = `
      select records.*, counted.count
      from (${counted}) as counted join (${records}) as records on records.id = counted.id
      where records.name is not null
      order by counted.count desc, records.name collate by_number, records.id
      limit ${limit}`;
    return { sql, bindings: where.bindings };
  }
  return { sql: `${counted} order by count desc, id limit ${limit}`, bindings: where.bindings };
}

/**
 * Like `countBy`, but for the texts that items have in place of a field's id; undefined if the field has no
 * texts.
 */
export function countTextsBy(
  type: CountedField,
  { from, where }: Source,
  limit = COUNTS_MAX,
): Condition | undefined {
  const { text } = COUNTED_FIELDS[type];
  if (text === undefined) return undefined;
  const sql = `
    select null as id, mode() within group (order by ${text}) as name, count(*) as count
    from ${from} where ${where.sql} and ${text} <> '' group by ${text} collate ignoring_case_and_accents
    order by count desc, name
    limit ${limit}`;
  return { sql, bindings: where.bindings };
}

/**
 * Like `countBy`, but from rows of stored counts, with the columns of the value and the count. Only the most
 * frequent ones are joined with their names, which determine the order of equal counts. `texts` selects rows
 * whose field ends in a text.
 */
export function topStoredCounts(
  type: FilterType,
  { id = 'value', count, from, texts }: { id?: string; count: string; from: string; texts?: string },
): string {
  const { records } = COUNTED_FIELDS[type];
  const top = `
    select ${id} as id, ${count} as count from ${from}
    order by count desc fetch first ${COUNTS_MAX} rows with ties`;
  if (records === undefined)
    return `select * from (${top}) as top order by count desc, id limit ${COUNTS_MAX}`;
  const named = `
    select records.id, records.name, top.count
    from (${top}) as top join (${records}) as records on records.id = top.id`;
  return `
    select id, name, count from (${named} ${texts ? `union all ${countTexts(count, texts)}` : ''}) as named
    order by count desc, name collate by_number, id
    limit ${COUNTS_MAX}`;
}

/** Sums the counts of equal texts, shown in their most frequent spelling. */
function countTexts(count: string, texts: string): string {
  return `
    select null, (array_agg(name order by count desc, name))[1], sum(count)
    from (select substr(field, strpos(field, ':') + 1) as name, ${count} as count from ${texts}) as spelt
    group by name collate ignoring_case_and_accents`;
}

/** The values of one filter over all public items, with counts, most frequent first. */
export async function listFilterOptions(
  db: Database,
  type: FilterType,
  filters: ItemFilters,
): Promise<Array<z.input<typeof filterOption>>> {
  const from = 'items join users on users.id = items.user_id';
  const source = { from, where: selectPublicItems(filters) };
  const texts = type === 'size' ? countTextsBy(type, source) : undefined;
  const { sql, bindings } = texts ? unite(countBy(type, source), texts) : countBy(type, source);
  const rows = await query<CountRow>(db, sql, bindings);
  return rows.map((row) => toOption(type, row) as z.input<typeof filterOption>);
}

function unite(counts: Condition, texts: Condition): Condition {
  return {
    sql: `(${counts.sql}) union all (${texts.sql}) order by count desc, id, name limit ${COUNTS_MAX}`,
    bindings: [...counts.bindings, ...texts.bindings],
  };
}
