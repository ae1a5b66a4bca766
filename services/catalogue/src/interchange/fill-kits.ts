import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from '@kitroom/server/database/database-errors';

/** How often it is tried to lock the tables, and the pause in between. */
const TRIES = 20;
const PAUSE_MS = 100;

/** Fewer kits do not make requests wait. */
const KITS_MIN = 1000;

/**
 * Runs `insert`, which inserts the kits of `incoming_kits`. If there were none before, the indexes and
 * foreign keys of `kits` are built afterwards, which takes a fifth of the time; until the transaction ends,
 * requests wait for the tables.
 */
export async function fillKits<T>(client: pg.Client, insert: () => Promise<T>): Promise<T> {
  const { rows } = await client.query(
    'select from incoming_kits where not exists (select from kits) limit $1',
    [KITS_MIN],
  );
  if (rows.length < KITS_MIN || !(await lockTables(client))) return insert();
  const parts = await listParts(client);
  for (const { drop } of parts) await client.query(drop);
  const result = await insert();
  for (const { create } of parts) await client.query(create);
  return result;
}

/**
 * Locks the table and those that it refers to, without waiting: a request may hold the lock of one and wait
 * for another. Returns false if they are always in use.
 */
async function lockTables(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await delay(PAUSE_MS);
    await client.query('savepoint unlocked');
    try {
      await client.query(
        'lock table kits, clubs, seasons, brands, kit_types in access exclusive mode nowait',
      );
      return true;
    } catch (error) {
      await client.query('rollback to savepoint unlocked');
      if (!isLockTimeout(error)) throw error;
    }
  }
  return false;
}

/** A constraint or an index, by the statements that drop it and create it again. */
interface Part {
  drop: string;
  create: string;
}

/** All but the primary key; constraints with an index come before those that need one. */
async function listParts(client: pg.Client): Promise<Part[]> {
  const { rows } = await client.query<Part>(`
    select drop, "create"
    from (
      select 1 as place, format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as "create"
      from pg_index
      where indrelid = 'kits'::regclass
        and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)
      union all
      select 2, format('alter table kits drop constraint %I', conname),
        format('alter table kits add constraint %I %s', conname, pg_get_constraintdef(oid))
      from pg_constraint
      where conrelid = 'kits'::regclass and contype in ('u', 'f')
    ) as parts
    order by place
  `);
  return rows;
}
