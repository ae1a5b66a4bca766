import { query, type Database } from '@kitroom/server/database/database';

/** How many clubs each country has. */
export function countClubsByCountry(db: Database): Promise<Array<{ country: string; count: number }>> {
  return query(
    db,
    "select country, count(*) as count from clubs where country <> '' group by country order by country",
  );
}
