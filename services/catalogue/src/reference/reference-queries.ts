import { query, type Database } from '@kitroom/server/database/database';
import type { KitTypeRow } from '../kits/kit-queries.ts';
import { KIT_TYPE_ORDER } from '../records.ts';

/** How many clubs each country has. */
export function countClubsByCountry(db: Database): Promise<Array<{ country: string; count: number }>> {
  return query(
    db,
    "select country, count(*) as count from clubs where country <> '' group by country order by country",
  );
}

/** All kit types, in the order of lists. */
export function listKitTypeRows(db: Database): Promise<KitTypeRow[]> {
  return query<KitTypeRow>(
    db,
    `
    select id, name, category, category_order, order_priority, is_goalkeeper
    from kit_types
    order by ${KIT_TYPE_ORDER}
    `,
  );
}
