import pg from 'pg';
import { eventually } from './eventually.ts';

/** A table lock that blocks every statement on the table. */
export interface HeldTable {
  /** Waits until at least this many statements wait for the lock. */
  waitForWaiters(count?: number): Promise<void>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Locks a table, so that all reads and writes of it wait until it is released. */
export async function holdTable(databaseUrl: string, table: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
  return {
    waitForWaiters: (count = 1) =>
      eventually(async () => {
        const { rows } = await client.query<{ waiting: number }>(
          `select count(*)::integer as waiting from pg_locks
           where relation = $1::regclass and not granted`,
          [table],
        );
        const waiting = rows[0]?.waiting ?? 0;
        if (waiting < count) throw new Error(`${waiting} statements wait for ${table}, not ${count}`);
      }),
    release: () => client.end(),
  };
}
