import type { Knex } from 'knex';

/** In transactions of its own: a single one would make the writers of all items wait for it. */
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

/** Returns the id of the last item, null if there are none after the given one. */
async function placeItems(db: Knex, after: number): Promise<number | null> {
  const part = db('items').select('id').where('id', '>', after).orderBy('id').limit(ITEMS_AT_ONCE).as('part');
  const [found] = await db.from(part).max<Array<{ last: number | null }>>({ last: 'id' });
  const last = found?.last ?? null;
  // A user who is being deleted is waited for, and skipped.
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
