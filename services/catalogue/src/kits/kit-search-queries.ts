import { query, type Database } from '@kitroom/server/database/database';
import { KIT_ITEM_COLUMNS, type KitItemRow } from './kit-queries.ts';

export interface KitSearchRow extends KitItemRow {
  team_name: string;
  season_year: string;
}

/** A kit that a search found, and the team by which results are moved back. */
export interface KitCandidate {
  id: number;
  team_name: string;
}

/** The rows of found kits, in the order of `ids`. */
export function listKitSearchRows(db: Database, ids: readonly number[]): Promise<KitSearchRow[]> {
  return query<KitSearchRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}, clubs.name as team_name, seasons.year as season_year
    from unnest(?::integer[]) with ordinality as found (id, place)
    join kits on kits.id = found.id
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    order by found.place
    `,
    [ids],
    'kit-search-rows',
  );
}
