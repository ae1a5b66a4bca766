import type { CrestLook } from '@kitroom/shared';
import { query, type Database } from '@kitroom/server/database/database';
import type { KitLookRow } from '../kits/kit-queries.ts';
import { KIT_TYPE_ORDER } from '../records.ts';
import { NEWEST_SEASON_FIRST } from '../seasons/season-queries.ts';

interface CrestRow extends Partial<Pick<KitLookRow, 'design' | 'primary_color' | 'secondary_colors'>> {
  id: number;
  name: string;
}

/** What the crests of clubs are drawn from, by the clubs' ids: the newest home kit, else the newest kit. */
export async function readCrestLooks(db: Database, ids: readonly number[]): Promise<Map<number, CrestLook>> {
  const rows = await query<CrestRow>(
    db,
    `
    select clubs.id, clubs.name, home.*
    from clubs
    left join lateral (
      select kits.design, kits.primary_color, kits.secondary_colors
      from kits
      join seasons on seasons.id = kits.season_id
      join kit_types on kit_types.id = kits.type_id
      where kits.club_id = clubs.id and kits.primary_color is not null
      order by ${IS_HOME} desc, ${NEWEST_SEASON_FIRST}, ${KIT_TYPE_ORDER}, kits.id desc
      limit 1
    ) as home on true
    where clubs.id = any(?::integer[])
    `,
    [ids],
    'crest-looks',
  );
  return new Map(rows.map((row) => [row.id, toCrestLook(row)]));
}

const IS_HOME =
  "(kit_types.category = 'match' and kit_types.order_priority = 1 and not kit_types.is_goalkeeper)";

function toCrestLook({
  name,
  design,
  primary_color: primary,
  secondary_colors: others,
}: CrestRow): CrestLook {
  return {
    name,
    design: design ?? null,
    primary: primary ?? null,
    secondary: others?.find((colour) => colour !== primary) ?? null,
  };
}
