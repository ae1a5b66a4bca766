import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from '@kitroom/server/database/database-errors';

/** How many times locking the tables is attempted, and the pause between attempts. */
const ATTEMPTS_MAX = 20;
const PAUSE_MS = 100;

/** Below this number of kits, the tables are not locked, so that requests do not wait. */
const KITS_MIN = 1000;

/**
 * Runs `insert`, which inserts the kits of `incoming_kits`. If `kits` is empty, its indexes and foreign keys
 * are dropped and recreated after the insert, which takes a fifth of the time. Requests then wait for the
 * tables until the transaction ends.
 */
export async function insertKitsInBulk<T>(client: pg.Client, insert: () => Promise<T>): Promise<T> {
  const { rows } = await client.query(
    'select from incoming_kits where not exists (select from kits) limit $1',
    [KITS_MIN],
  );
  if (rows.length < KITS_MIN || !(await lockTables(client))) return insert();
  const objects = await listSchemaObjects(client);
  for (const { drop } of objects) await client.query(drop);
  const result = await insert();
  for (const { create } of objects) await client.query(create);
  return result;
}

/**
 * Locks `kits` and the tables that it refers to. It retries instead of waiting, to avoid deadlocks with
 * requests that hold one lock and wait for another. Returns false if no attempt succeeds.
 */
async function lockTables(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (attempt > 0) await delay(PAUSE_MS);
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

/** The statements that drop and recreate a constraint or an index. */
interface SchemaObject {
  drop: string;
  create: string;
}

/** Lists all indexes and constraints except the primary key: first the indexes, then the constraints. */
async function listSchemaObjects(client: pg.Client): Promise<SchemaObject[]> {
  const { rows } = await client.query<SchemaObject>(`
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
