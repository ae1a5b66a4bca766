import type { FacetField } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { toWhere, type KitRules } from './kit-list-queries.ts';

/** A value of a field, and how many kits have it. */
export interface FacetRow {
  value: number | string;
  /** Its name, if it has one that differs from it. */
  label?: string;
  count: number;
}

/** How many kits match the filters. */
export async function countKits(db: Database, filters: KitRules): Promise<number> {
  const { where, bindings } = toWhere(filters);
  const [row] = await query<{ count: number }>(db, `select count(*) from kits ${where}`, bindings);
  return row?.count ?? 0;
}

/** How many of the kits that match the filters have each value of a field. Answers while the index is being built. */
export function countField(db: Database, field: FacetField, filters: KitRules): Promise<FacetRow[]> {
  const { value, label, join = '' } = FIELDS[field];
  const { where, bindings } = toWhere(filters);
  return query<FacetRow>(
    db,
    `
    select ${value} as value, ${label ? `${label} as label,` : ''} count(*) as count
    from (select * from kits ${where}) as kits ${join}
    where ${value} is not null
    group by ${label ? '1, 2' : '1'}
    `,
    bindings,
  );
}

interface Field {
  /** The expression to group by; kits without a value are not counted. */
  value: string;
  label?: string;
  join?: string;
}

const SEASONS = 'join seasons on seasons.id = kits.season_id';
const TYPES = 'join kit_types on kit_types.id = kits.type_id';

const FIELDS: Readonly<Record<FacetField, Field>> = {
  primary_color: { value: 'kits.primary_color' },
  secondary_color: {
    value: 'colours.colour',
    join: 'cross join lateral (select distinct unnest(kits.secondary_colors) as colour) as colours',
  },
  design: { value: 'kits.design' },
  country: { value: "nullif(kits.country, '')" },
  decade: { value: 'seasons.first_year - seasons.first_year % 10', join: SEASONS },
  season: { value: 'seasons.id', label: 'seasons.year', join: SEASONS },
  brand: { value: 'brands.id', label: 'brands.name', join: 'join brands on brands.id = kits.brand_id' },
  competition: {
    value: 'competitions.id',
    label: 'competitions.name',
    join: 'join competitions on competitions.id = any(kits.competition_ids)',
  },
  type: { value: 'kit_types.id', label: 'kit_types.name', join: TYPES },
  category: { value: 'kit_types.category', join: TYPES },
  club: { value: 'clubs.id', label: 'clubs.name', join: 'join clubs on clubs.id = kits.club_id' },
};
