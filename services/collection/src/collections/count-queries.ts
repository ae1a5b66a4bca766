import {
  COUNTS_MAX,
  DESIGN_CODES,
  ITEM_COLOURS,
  SIZES,
  type filterOption,
  type FilterType,
  type ItemFilters,
} from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { countryName } from '@kitroom/shared';
import type * as z from 'zod';
import type { Condition } from '../items/item-filters.ts';
import { showPublicItems } from './show-items.ts';

/** A field that items can be counted by. */
interface Dimension {
  /** The column to group by. */
  key: string;
  /** The table of that column, if it is not `items`. */
  join?: string;
  /** The column of texts that items may have instead. */
  text?: string;
  /** The query for the column's records: id, name, logo. */
  records?: string;
  /** Describes a value that is not a record. */
  describe?(id: number | string): { name: string; category?: string; color?: string };
}

/** A value and the number of items that have it; a record comes with its name. */
export interface CountRow {
  /** Null for a text in place of an id. */
  id: number | string | null;
  count: number;
  name?: string | null;
  logo?: string | null;
}

const DIMENSIONS: Readonly<Record<FilterType, Dimension>> = {
  brand: { key: 'items.brand_id', records: 'select id, name, logo from brands' },
  club: { key: 'items.club_id', records: 'select id, name, logo from clubs' },
  competition: {
    key: 'kit_competitions.competition_id',
    join: 'join kit_competitions on kit_competitions.kit_id = items.kit_id',
    records: 'select id, name, logo from competitions',
  },
  season: { key: 'items.season_id', records: 'select id, year as name from seasons' },
  kit_type: {
    key: 'kits.type_id',
    join: 'join kits on kits.id = items.kit_id',
    // Each kit has its own copy of the name: the latest one is used.
    records:
      'select id, name ' +
      'from (select distinct on (type_id) type_id as id, type_name as name from kits order by type_id, taken_at desc) as latest',
  },
  size: {
    key: 'items.size',
    text: 'items.size_text',
    describe: (id) => {
      const size = SIZES.find((one) => one.id === id);
      return size ? { name: size.name, category: size.category } : { name: String(id) };
    },
  },
  item_type: { key: 'items.item_type', describe: (id) => ({ name: capitalized(String(id)) }) },
  condition: { key: 'items.condition', describe: (id) => ({ name: String(id) }) },
  design: {
    key: 'items.design',
    describe: (id) => ({ name: DESIGN_CODES.find((design) => design.id === id)?.name ?? String(id) }),
  },
  color: {
    key: 'items.main_color',
    describe: (id) => {
      const colour = ITEM_COLOURS.find((one) => one.id === id);
      return colour ? { name: colour.name, color: colour.color } : { name: String(id) };
    },
  },
  country: { key: 'items.country', describe: (id) => ({ name: countryName(String(id)) }) },
};

/** The items to count: tables, of which `items` is one, and a condition. */
export interface Source {
  from: string;
  where: Condition;
}

/** The statement that counts items by a field, most frequent first, as CountRows; records without a name are omitted. */
export function countBy(type: FilterType, { from, where }: Source): Condition {
  const { key, join = '', records, text } = DIMENSIONS[type];
  // Grouped by id first, so that names are joined to few rows.
  const counted = `
    select ${key} as id, count(*) as count from ${from} ${join}
    where ${where.sql} and ${key} is not null group by 1`;
  if (records !== undefined) {
    const sql = `
      select records.*, counted.count
      from (${counted}) as counted join (${records}) as records on records.id = counted.id
      where records.name is not null
      order by counted.count desc, records.name collate by_number, records.id
      limit ${COUNTS_MAX}`;
    return { sql, bindings: where.bindings };
  }
  if (text === undefined) {
    return { sql: `${counted} order by count desc, id limit ${COUNTS_MAX}`, bindings: where.bindings };
  }
  const sql = `
    select null as name, counted.* from (${counted}) as counted
    union all
    select (array_agg(${text} order by items.id))[1], null, count(*)
    from ${from} where ${where.sql} and ${text} <> '' group by ${text} collate ignoring_case_and_accents
    order by count desc, id, name
    limit ${COUNTS_MAX}`;
  return { sql, bindings: [...where.bindings, ...where.bindings] };
}

/**
 * As `countBy`, from rows that have counts, with the columns of the value and the count. Only the most frequent ones are
 * joined with their names, which decide between equal counts. `texts` are rows whose field ends in a text.
 */
export function topKeptCounts(
  type: FilterType,
  { id = 'value', count, from, texts }: { id?: string; count: string; from: string; texts?: string },
): string {
  const { records } = DIMENSIONS[type];
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

/** Of equal texts the most frequent spelling is shown. */
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
): Promise<Array<z.output<typeof filterOption>>> {
  const from = 'items join users on users.id = items.user_id';
  const { sql, bindings } = countBy(type, { from, where: showPublicItems(filters) });
  const rows = await query<CountRow>(db, sql, bindings);
  return rows.map((row) => toOption(type, row) as z.output<typeof filterOption>);
}

/** A count with all its details. */
export function toOption(type: FilterType, { logo, ...row }: CountRow) {
  const { describe } = DIMENSIONS[type];
  const { count, id, name = null } = row;
  return { id, name, ...(id === null ? {} : describe?.(id)), ...(logo === undefined ? {} : { logo }), count };
}

/** A count with its name only. */
export function toCount(type: FilterType, row: CountRow) {
  const { id, name, count } = toOption(type, row);
  return { id, name, count };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
