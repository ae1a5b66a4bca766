import { query, type Database } from '@kitroom/server/database/database';
import type { RecordRow } from '../records.ts';

const COLUMNS = ['id', 'slug', 'name', 'logo', 'logo_dark', 'country'] as const;

export interface RandomClubRow extends RecordRow {
  /** Empty if unknown. */
  country: string;
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
    'random-club-rows',
  );
}
