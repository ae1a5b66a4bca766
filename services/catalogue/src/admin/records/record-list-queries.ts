import { query, type Database } from '@kitroom/server/database/database';
import { PAGE_ROWS } from '@kitroom/server/pages/list-page';
import { toInteger } from '@kitroom/server/pages/read-number';
import type { RecordKind } from '../../interchange/upsert-records.ts';
import { NEWEST_SEASON_FIRST } from '../../seasons/season-queries.ts';
import { ASKED_TEXT } from '../../search-names.ts';
import type { KindPage } from './kind-pages.ts';
import { KIT_CONDITIONS } from './record-queries.ts';

export interface ListRow {
  id: number;
  [column: string]: unknown;
}

export interface ListRequest {
  /** Matches the name, slug, year or record number. */
  keyword: string;
  /** Only kits that refer to this record. */
  kitsOf?: { kind: RecordKind; id: number } | undefined;
  /** From 1. */
  page: number;
}

const LISTS: Readonly<
  Record<KindPage['table'], { columns: string; joins?: string; found: string; order: string }>
> = {
  clubs: {
    columns:
      'clubs.name, clubs.slug, clubs.country, clubs.logo, (select count(*) from kits where club_id = clubs.id) as kits',
    found: 'clubs.name_search like pattern or strpos(lower(clubs.slug), lower(keyword)) > 0',
    order: 'clubs.name_search, clubs.id',
  },
  brands: {
    columns:
      'brands.name, brands.slug, brands.logo, (select count(*) from kits where brand_id = brands.id) as kits',
    found: 'brands.name_search like pattern or strpos(lower(brands.slug), lower(keyword)) > 0',
    order: 'brands.name_search, brands.id',
  },
  competitions: {
    columns: 'competitions.name, competitions.slug, competitions.country, competitions.logo',
    found: 'competitions.name_search like pattern or strpos(lower(competitions.slug), lower(keyword)) > 0',
    order: 'competitions.name_search, competitions.id',
  },
  seasons: {
    columns: 'seasons.year, (select count(*) from kits where season_id = seasons.id) as kits',
    found: 'strpos(seasons.year, keyword) > 0',
    order: NEWEST_SEASON_FIRST,
  },
  kit_types: {
    columns: `kit_types.name, kit_types.category, kit_types.order_priority, kit_types.is_goalkeeper,
      (select count(*) from kits where type_id = kit_types.id) as kits`,
    found: 'search_text(kit_types.name) like pattern',
    order: 'kit_types.category_order, kit_types.is_goalkeeper, kit_types.order_priority, kit_types.name',
  },
  kits: {
    columns: `kits.name, kits.slug, clubs.name as club, seasons.year as season, kit_types.name as type,
      brands.name as brand`,
    joins: `join clubs on clubs.id = kits.club_id
      join seasons on seasons.id = kits.season_id
      join kit_types on kit_types.id = kits.type_id
      join brands on brands.id = kits.brand_id`,
    // Only whole slugs match: a substring match would have to scan the whole table.
    found: 'kits.name_search like pattern or kits.slug = keyword',
    order: 'kits.id desc',
  },
};

/** The ids of a page plus one, to tell whether another page follows. */
export async function findMatchingIds(
  db: Database,
  { table }: KindPage,
  request: ListRequest,
): Promise<number[]> {
  const { keyword, kitsOf, page } = request;
  const { found, order } = LISTS[table];
  const conditions: string[] = [];
  const bindings: unknown[] = [];
  if (keyword !== '') {
    bindings.push(keyword, keyword, toInteger(keyword) ?? 0);
    conditions.push(`(${found} or ${table}.id = number)`);
  }
  if (kitsOf) {
    conditions.push(KIT_CONDITIONS[kitsOf.kind]);
    bindings.push(kitsOf.id);
  }
  const rows = await query<{ id: number }>(
    db,
    `
    ${keyword === '' ? '' : `with ${ASKED_TEXT}, said as (select ?::text as keyword, ?::integer as number)`}
    select ${table}.id
    from ${table} ${keyword === '' ? '' : ', said left join asked on true'}
    ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
    order by ${order}
    limit ? offset ?
    `,
    [...bindings, PAGE_ROWS + 1, (page - 1) * PAGE_ROWS],
  );
  return rows.map(({ id }) => id);
}

/** The rows in the order of `ids`, so that counts are computed only for the rows displayed. */
export function listByIds(db: Database, { table }: KindPage, ids: readonly number[]): Promise<ListRow[]> {
  const { columns, joins = '' } = LISTS[table];
  return query<ListRow>(
    db,
    `
    select ${table}.id, ${columns}
    from unnest(?::integer[]) with ordinality as found (id, place)
    join ${table} on ${table}.id = found.id ${joins}
    order by found.place
    `,
    [ids],
  );
}
