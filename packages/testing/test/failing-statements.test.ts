import { expect, it } from '@jest/globals';
import pg from 'pg';
import { installFailingStatements } from '../src/failing-statements.ts';
import { createEmptyDatabase } from '../src/test-databases.ts';

/** Two tables; a foreign key deletes the second one's rows with the first one's. */
const TABLES = `
  create table shirts (id integer primary key, seen integer not null default 0);
  create table photos (shirt_id integer references shirts on delete cascade, day date);
  insert into shirts values (1), (2);
  insert into photos values (1, '2024-02-29')`;

async function withDatabase(
  work: (database: { url: string }, client: pg.Client) => Promise<void>,
): Promise<void> {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(TABLES);
    await work(database, client);
  } finally {
    await client.end();
    await database.drop();
  }
}

it('failEach fails each write statement once, but no write caused by a foreign key', async () => {
  await withDatabase(async (database, client) => {
    const statements = await installFailingStatements(database);
    const before = await statements.snapshot();
    const failed: string[] = [];
    const { outcome, failures } = await statements.failEach(
      async () => {
        try {
          await client.query('begin');
          await client.query('select * from shirts');
          await client.query('insert into photos values (2)');
          await client.query('delete from shirts where id = 1');
          await client.query('update shirts set seen = 1 where id = 3');
          await client.query('commit');
          return 'done';
        } catch (error) {
          await client.query('rollback');
          return (error as pg.DatabaseError).code;
        }
      },
      async (code, statement) => {
        failed.push(`${statement}: ${code}`);
        expect(await statements.snapshot()).toEqual(before);
      },
    );
    expect(failed).toEqual([
      'write 1, to photos: XX000',
      'write 2, to shirts: XX000',
      'write 3, to shirts: XX000',
    ]);
    expect({ outcome, failures }).toEqual({ outcome: 'done', failures: 3 });
    expect(await statements.snapshot()).toEqual({
      shirts: ['{"id": 2, "seen": 0}'],
      photos: ['{"day": null, "shirt_id": 2}'],
    });
    await statements.close();
  });
});

it('failStatement uses the given SQLSTATE, and snapshot omits ignored columns and tables', async () => {
  await withDatabase(async (database, client) => {
    const statements = await installFailingStatements(database);
    await statements.failStatement(2, '57P01');
    await client.query('update shirts set seen = 5');
    await expect(client.query('truncate photos')).rejects.toMatchObject({ code: '57P01' });
    expect(await statements.statementsSeen()).toBe(2);
    await statements.failNothing();
    await client.query('truncate photos');
    expect(await statements.snapshot({ shirts: ['seen'], photos: 'all' })).toEqual({
      shirts: ['{"id": 1}', '{"id": 2}'],
    });
    await expect(statements.snapshot({ socks: 'all' })).rejects.toThrow('there is no table socks');
    await statements.close();
  });
});
