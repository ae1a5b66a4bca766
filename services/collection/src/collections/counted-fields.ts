import {
  DESIGN_CODES,
  ITEM_COLOURS,
  SIZES,
  type FacetField,
  type FilterType,
} from '@kitroom/collection-client';
import { countryName } from '@kitroom/shared';
import { LOCATION_KEY } from '../items/item-filters.ts';

/** The name of a field that items can be counted by. */
export type CountedField = FilterType | FacetField;

/** Describes how items are counted by a field. */
interface CountedFieldOptions {
  /** The column to group by. */
  key: string;
  /** The value of a group, if it is not its key. */
  value?: string;
  /** Joins the table of that column, if it is not `items`. */
  join?: string;
  /** The column of texts that items may have instead. */
  text?: string;
  /** The query for the column's records: id, name, logo. */
  records?: string;
  /** Describes a value that is not a record. */
  describe?(id: number | string | boolean): { name: string; category?: string; color?: string };
}

/** A value and the number of items that have it. A record also has its name. */
export interface CountRow {
  /** Null for a text that items have instead of an id. */
  id: number | string | boolean | null;
  count: number;
  name?: string | null;
  logo?: string | null;
}

const COLOURS: CountedFieldOptions = {
  key: 'items.main_color',
  describe: (id) => {
    const colour = ITEM_COLOURS.find((candidate) => candidate.id === id);
    return colour ? { name: colour.name, color: colour.color } : { name: String(id) };
  },
};

/** How items are counted by each field. */
export const COUNTED_FIELDS: Readonly<Record<CountedField, CountedFieldOptions>> = {
  brand: {
    key: 'items.brand_id',
    text: 'items.brand_text',
    records: 'select id, name, logo from brands',
  },
  club: { key: 'items.club_id', text: 'items.club_text', records: 'select id, name, logo from clubs' },
  competition: {
    key: 'kit_competitions.competition_id',
    join: 'join kit_competitions on kit_competitions.kit_id = items.kit_id',
    records: 'select id, name, logo from competitions',
  },
  season: {
    key: 'items.season_id',
    text: 'items.season_text',
    records: 'select id, year as name from seasons',
  },
  decade: {
    key: 'coalesce(left(seasons.year, 3)::integer * 10, nullif(items.season_text_decade, 0))',
    join: 'left join seasons on seasons.id = items.season_id',
    describe: (year) => ({ name: `${year}s` }),
  },
  kit_type: {
    key: 'kits.type_id',
    join: 'join kits on kits.id = items.kit_id',
    // Each kit has its own copy of the type's name; the latest copy is used.
    records:
      'select id, name ' +
      'from (select distinct on (type_id) type_id as id, type_name as name from kits order by type_id, taken_at desc) as latest',
  },
  size: {
    key: 'items.size',
    text: 'items.size_text',
    describe: (id) => {
      const size = SIZES.find((candidate) => candidate.id === id);
      return size ? { name: size.name, category: size.category } : { name: String(id) };
    },
  },
  item_type: { key: 'items.item_type', describe: (id) => ({ name: capitalized(String(id)) }) },
  condition: { key: 'items.condition', describe: (id) => ({ name: String(id) }) },
  design: {
    key: 'items.design',
    describe: (id) => ({ name: DESIGN_CODES.find((design) => design.id === id)?.name ?? String(id) }),
  },
  color: COLOURS,
  main_color: COLOURS,
  country: {
    key: 'coalesce(items.country, clubs.country)',
    join: 'left join clubs on clubs.id = items.club_id',
    describe: (id) => ({ name: countryName(String(id)) }),
  },
  detailed_condition: {
    key: 'items.detailed_condition',
    describe: (id) => ({
      name: CONDITION_WORDS.get(id) ?? capitalized(String(id).toLowerCase().replaceAll('_', ' ')),
    }),
  },
  tag: {
    key: 'tags.key',
    value: 'mode() within group (order by tags.tag)',
    join: 'cross join lateral unnest(items.tags, items.tag_keys) as tags (tag, key)',
  },
  location: { key: `nullif(${LOCATION_KEY}, '')`, value: 'mode() within group (order by items.location)' },
  // This column exists only in the items that facets are counted from.
  has_photos: {
    key: 'items.has_photos',
    describe: (value) => ({ name: value ? 'With photos' : 'Without photos' }),
  },
  is_private: { key: 'items.is_private', describe: (value) => ({ name: value ? 'Private' : 'Public' }) },
};

const CONDITION_WORDS: ReadonlyMap<unknown, string> = new Map([
  ['BNWT', 'Brand new with tags'],
  ['BNWOT', 'Brand new without tags'],
]);

/** A count with all its details. */
export function toOption(type: CountedField, { logo, ...row }: CountRow) {
  const { describe } = COUNTED_FIELDS[type];
  const { count, id, name = null } = row;
  return { id, name, ...(id === null ? {} : describe?.(id)), ...(logo === undefined ? {} : { logo }), count };
}

/** A count with its name only. */
export function toCount(type: CountedField, row: CountRow) {
  const { id, name, count } = toOption(type, row);
  return { id, name, count };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
