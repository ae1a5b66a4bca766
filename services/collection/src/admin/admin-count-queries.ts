import { query, type Database } from '@kitroom/server/database/database';

const COUNTED = ['users', 'items', 'photos', 'tokens'];

/** The number of rows of each table listed in the admin interface. */
export async function countAll(db: Database): Promise<Record<string, number>> {
  const [counts] = await query<Record<string, number>>(
    db,
    `select ${COUNTED.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
  );
  return counts ?? {};
}
