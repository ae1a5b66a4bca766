import { expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithPgbouncer, startPgbouncer } from '@kitroom/testing/test-pgbouncer';
import { useService } from '@kitroom/testing/use-service';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const PROCESSES = 60;
const POOL_SIZE = 20;
const ROUNDS = 3;

/**
 * The services run in the test's process, which saves memory and most of the time to start. Each has its own
 * pool, queue, listening connection and port, like a separate process.
 */
describeWithPgbouncer('60 collection services on PgBouncer with 20 connections', () => {
  const database = useCollectionDatabase();
  const pooler = useService(async () => {
    const { urlOf, stop } = await startPgbouncer({ databaseUrl: database.url, poolSize: POOL_SIZE });
    return { urlOf, close: stop };
  });

  const counter = useService(async () => {
    const client = new pg.Client({ connectionString: database.url, application_name: 'test' });
    await client.connect();
    return { query: client.query.bind(client), close: () => client.end() };
  });

  /** Number of connections to the database by `application_name`. */
  async function countConnections(): Promise<{ direct: number; pooled: number }> {
    const { rows } = await counter.query<{ direct: number; pooled: number }>(
      `select count(*) filter (where application_name = 'direct')::int as direct,
         count(*) filter (where application_name not in ('direct', 'test'))::int as pooled
       from pg_stat_activity where datname = current_database()`,
    );
    return rows[0] ?? { direct: 0, pooled: 0 };
  }

  it('respond to all requests with 20 pooled connections and one direct connection each', async () => {
    const services: TestCollection[] = [];
    const counted: Array<{ direct: number; pooled: number }> = [];
    const done = new AbortController();
    const env = { DATABASE_DIRECT_URL: `${database.url}?application_name=direct` };
    try {
      for (let count = 0; count < PROCESSES; count += 1) {
        services.push(await startTestCollection({ url: pooler.urlOf(database.url) }, env));
      }
      // Connections of migrations close a moment later.
      await eventually(async () => expect((await countConnections()).direct).toBe(PROCESSES));
      const [first] = services;
      if (!first) throw new Error('no service runs');
      const headers = withToken(await tokenOf(first, await addUser(first, 'collector')));
      const counting = (async () => {
        while (!done.signal.aborted) counted.push(await countConnections());
      })();
      const statuses: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const responses = services.flatMap(({ request }, at) => [
          request('/api/collections/', { headers }),
          request('/api/collections/me/items/', { headers }),
          request('/api/collections/me/', { headers }),
          request('/api/items/', {
            method: 'POST',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: JSON.stringify({ item_type: 'jersey', name: `Shirt ${round}-${at}`, size: 4 }),
          }),
        ]);
        for (const { status } of await Promise.all(responses)) statuses.push(status);
      }
      done.abort();
      await counting;
      expect([...new Set(statuses)].toSorted((left, right) => left - right)).toEqual([200, 201]);
      const { body } = await first.request('/api/collections/me/items/', { headers });
      expect(body.count).toBe(PROCESSES * ROUNDS);
      expect(Math.max(...counted.map(({ direct }) => direct))).toBe(PROCESSES);
      expect(Math.max(...counted.map(({ pooled }) => pooled))).toBe(POOL_SIZE);
    } finally {
      done.abort();
      await Promise.all(services.map((service) => service.close()));
    }
  }, 300_000);
});
