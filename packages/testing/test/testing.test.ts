import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createEmptyDatabase, createTestDatabase } from '../src/test-databases.ts';
import { describeWithRedis, startRedis, type TestRedis } from '../src/test-redis.ts';

describe('createTestDatabase', () => {
  it('migrates a template once, and clones an independent database for each caller', async () => {
    let migrations = 0;
    const migrate = async (url: string) => {
      migrations += 1;
      await query(url, 'create table only_here (n int)');
    };
    // Not the real services' template, which other test files of the run are to find migrated as it should
    // be.
    const service = `devstack_${process.pid}`;
    const [a, b] = await Promise.all([
      createTestDatabase(service, migrate),
      createTestDatabase(service, migrate),
    ]);
    await query(a.url, 'insert into only_here values (1)');
    expect(await query(b.url, 'select count(*)::int as n from only_here')).toEqual([{ n: 0 }]);
    expect(migrations).toBe(1);
    await Promise.all([a.drop(), b.drop()]);
    await expect(query(a.url, 'select 1')).rejects.toThrow(/does not exist/);
  });

  it('can drop the database while connections are open', async () => {
    const database = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await database.drop();
    await expect(query(database.url, 'select 1')).rejects.toThrow(/does not exist/);
  });
});

describeWithRedis('startRedis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  it('starts a server that can be killed and restarted', async () => {
    await redis.kill();
    await expect(ping(redis.port)).rejects.toThrow(/ECONNREFUSED/);
    await redis.restart();
    expect(await ping(redis.port)).toBe('+PONG\r\n');
  });

  it('starts a server that can be paused and resumed', async () => {
    redis.pause();
    const response = ping(redis.port);
    expect(await Promise.race([response, tick(100)])).toBe('nothing');
    redis.resume();
    expect(await response).toBe('+PONG\r\n');
  });
});

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function ping(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
  });
}

function tick(milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, 'nothing');
  });
}
