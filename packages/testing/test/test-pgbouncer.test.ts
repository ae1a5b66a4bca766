import { expect, it } from '@jest/globals';
import pg from 'pg';
import { createEmptyDatabase } from '../src/test-databases.ts';
import { describeWithPgbouncer, startPgbouncer } from '../src/test-pgbouncer.ts';

describeWithPgbouncer('PgBouncer in transaction mode', () => {
  it('shares a server connection between two clients, and rejects a start-up parameter', async () => {
    const database = await createEmptyDatabase();
    const pooler = await startPgbouncer({ databaseUrl: database.url, poolSize: 1 });
    try {
      const connectionString = pooler.urlOf(database.url);
      const clients = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
      const pids = new Set<number>();
      for (const client of clients) await client.connect();
      for (const client of clients) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        for (const { pid } of rows) pids.add(pid);
      }
      for (const client of clients) await client.end();
      expect(pids.size).toBe(1);
      const limited = new pg.Client({ connectionString, statement_timeout: 1000 });
      await expect(limited.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout');
    } finally {
      await pooler.stop();
      await database.drop();
    }
  });
});
