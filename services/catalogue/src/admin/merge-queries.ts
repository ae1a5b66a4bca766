import { query, type Database } from '@kitroom/server/database/database';

/** Moves the source's kits to the target; returns how many. */
export async function moveKits(db: Database, targetId: number, sourceId: number): Promise<number> {
  const [row] = await query<{ moved: number }>(
    db,
    `
    with moved as (
      update kits set club_id = clubs.id, country = clubs.country
      from clubs
      where clubs.id = ? and kits.club_id = ?
      returning kits.id
    )
    select count(*) as moved from moved
    `,
    [targetId, sourceId],
  );
  return row?.moved ?? 0;
}

/** Kits of the two clubs with the same season and type, which may be duplicates. */
export function listDuplicates(
  db: Database,
  oneId: number,
  otherId: number,
  limit: number,
): Promise<Array<{ id: number; name: string; other_id: number; other_name: string }>> {
  return query(
    db,
    `
    select kits.id, kits.name, others.id as other_id, others.name as other_name
    from kits
    join kits as others
      on others.club_id = ? and others.season_id = kits.season_id and others.type_id = kits.type_id
    where kits.club_id = ?
    order by kits.season_id desc, kits.type_id, kits.id
    limit ?
    `,
    [otherId, oneId, limit],
  );
}
