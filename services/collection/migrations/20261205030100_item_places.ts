import type { Knex } from 'knex';

/** Each batch has its own transaction, as a single one would make the writers of all items wait. */
export const config = { transaction: false };

const ITEMS_AT_ONCE = 10_000;

/**
 * Gives each existing item a place in the order of its user's changes, unless it has changed since the last
 * migration.
 */
export async function up(db: Knex): Promise<void> {
  for (let last: number | null = 0; last !== null;) last = await placeItems(db, last);
}

export async function down(): Promise<void> {}

/** Returns the id of the last item placed, or null if the given one is the last. */
async function placeItems(db: Knex, after: number): Promise<number | null> {
  const batch = db('items')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(ITEMS_AT_ONCE)
    .as('batch');
  const [row] = await db.from(batch).max<Array<{ last: number | null }>>({ last: 'id' });
  const last = row?.last ?? null;
  // Waits for the deletion of a user, whose items are then skipped.
  await db.raw(
    `insert into item_changes (item_id, user_id, sequence, at)
     select items.id, items.user_id, items.id, items.updated_at
     from items join users on users.id = items.user_id
     where items.id > ? and items.id <= ?
     order by items.id
     for key share of users
     on conflict do nothing`,
    [after, last ?? after],
  );
  return last;
}
