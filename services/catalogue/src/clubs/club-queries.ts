import { query, type Database } from '@kitroom/server/database/database';
import type { RecordRow } from '../records.ts';
import { searchNames, type NameSearch } from '../search-names.ts';

/** `country` is '' if unknown. */
export interface ClubRow extends RecordRow {
  country: string;
}

const COLUMNS = ['id', 'slug', 'name', 'logo', 'logo_dark', 'country'] as const;

export function searchClubRows(search: NameSearch, keyword: string): Promise<ClubRow[]> {
  return searchNames<ClubRow>(search, 'clubs', COLUMNS, keyword);
}

export async function findClub(db: Database, id: number): Promise<ClubRow | undefined> {
  const [row] = await query<ClubRow>(db, `select ${COLUMNS.join(', ')} from clubs where id = ?`, [id]);
  return row;
}

export interface RandomClubRow extends ClubRow {
  kit_count: number;
}

/** Clubs with their number of kits, in the order of `ids`. */
export function listRandomClubRows(db: Database, ids: readonly number[]): Promise<RandomClubRow[]> {
  return query<RandomClubRow>(
    db,
    `
    select ${COLUMNS.map((column) => `clubs.${column}`).join(', ')},
      (select count(*) from kits where kits.club_id = clubs.id) as kit_count
    from unnest(?::integer[]) with ordinality as drawn (id, place)
    join clubs on clubs.id = drawn.id
    where clubs.has_logo
    order by drawn.place
    `,
    [ids],
  );
}
