import { queryOnce } from '@kitroom/devstack/query-once';

/** Sets what a database's `now()` returns. */
export type SetDatabaseClock = (time: Date) => Promise<void>;

/**
 * Lets a test set the result of `now()` in a database: new connections resolve the name to a function of the
 * test. Column defaults still use the real time.
 */
export async function createDatabaseClock({
  name,
  url,
}: {
  name: string;
  url: string;
}): Promise<SetDatabaseClock> {
  await queryOnce(url, 'create schema test_clock');
  await queryOnce(url, 'create table test_clock.times (time timestamptz not null)');
  await queryOnce(url, 'insert into test_clock.times values (now())');
  await queryOnce(
    url,
    `create function test_clock.now() returns timestamptz stable language sql
     return (select times.time from test_clock.times)`,
  );
  await queryOnce(url, `alter database ${name} set search_path = test_clock, pg_catalog, public`);
  return async (time) => {
    await queryOnce(url, 'update test_clock.times set time = $1', [time.toISOString()]);
  };
}
