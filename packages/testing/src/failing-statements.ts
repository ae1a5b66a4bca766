import pg from 'pg';
import type { TestDatabase } from './test-databases.ts';

/** Makes write statements of a test's database fail, one at a time, and compares its tables. */
export interface FailingStatements {
  /** Restarts the count, and makes the n-th write statement fail with a SQLSTATE. Default: internal error. */
  failStatement(n: number, code?: string): Promise<void>;
  /** Restarts the count; no statement fails. */
  failNothing(): Promise<void>;
  /** Number of counted write statements, including the failed one. */
  statementsSeen(): Promise<number>;
  /**
   * Repeats an attempt, whose n-th repetition has its n-th write statement fail, until none fails. Each
   * outcome with a failed statement is passed to `check`, with a description of the statement such as
   * `write 2, to mails`. Returns the outcome without one, and how many statements have failed.
   */
  failEach<T>(
    attempt: () => Promise<T>,
    check: (outcome: T, statement: string) => Promise<void>,
    code?: string,
  ): Promise<{ outcome: T; failures: number }>;
  /** The rows of all tables, without columns that may change even if a request fails. */
  snapshot(ignored?: IgnoredChanges): Promise<Snapshot>;
  close(): Promise<void>;
}

/** Columns that are not compared, by table; or `all`. */
export type IgnoredChanges = Readonly<Record<string, readonly string[] | 'all'>>;

/** The sorted rows of each table as JSON texts, so that a difference names the table and shows its rows. */
export type Snapshot = Record<string, string[]>;

/** Written by migrations only. */
const BOOKKEEPING = ['knex_migrations', 'knex_migrations_lock'];

const INTERNAL_ERROR = 'XX000';

/** No request has as many statements: a loop that exceeds it would never end. */
const STATEMENTS_MAX = 500;

/**
 * The count is a sequence, because rolling back a transaction does not reset it. Statements of the product's
 * own triggers and foreign keys are not counted: they fail with the statement that causes them.
 */
const COUNTER = `
  create schema failing_statements;
  create sequence failing_statements.seen;
  create sequence failing_statements.failed_table;
  create table failing_statements.chosen (number bigint not null, code text not null);
  insert into failing_statements.chosen values (0, '${INTERNAL_ERROR}');
  create function failing_statements.count_statement() returns trigger language plpgsql as $$
  declare
    seen bigint;
    chosen failing_statements.chosen;
  begin
    if pg_trigger_depth() > 1 then return null; end if;
    seen := nextval('failing_statements.seen');
    select * into chosen from failing_statements.chosen;
    if seen = chosen.number then
      perform setval('failing_statements.failed_table', TG_RELID::bigint);
      raise exception 'write % of the test fails: % of %', seen, TG_OP, TG_TABLE_NAME using errcode = chosen.code;
    end if;
    return null;
  end $$;`;

/**
 * Installs the triggers on all tables of a database. Its tests must not run other work that writes at the
 * same time.
 */
export async function installFailingStatements({
  url,
}: Pick<TestDatabase, 'url'>): Promise<FailingStatements> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await listTables(client);
  await client.query(COUNTER);
  for (const table of tables) {
    await client.query(
      `create trigger failing_statements before insert or update or delete or truncate on ${pg.escapeIdentifier(table)}
       execute function failing_statements.count_statement()`,
    );
  }

  async function failStatement(n: number, code = INTERNAL_ERROR): Promise<void> {
    await client.query('update failing_statements.chosen set number = $1, code = $2', [n, code]);
    await client.query("select setval('failing_statements.seen', 1, false)");
  }

  async function statementsSeen(): Promise<number> {
    const { rows } = await client.query<{ seen: string }>(
      'select case when is_called then last_value else 0 end as seen from failing_statements.seen',
    );
    return Number(rows[0]?.seen);
  }

  async function describeStatement(n: number): Promise<string> {
    const { rows } = await client.query<{ name: string }>(
      'select relname as name from pg_class, failing_statements.failed_table where oid = last_value',
    );
    return `write ${n}, to ${rows[0]?.name}`;
  }

  return {
    failStatement,
    failNothing: () => failStatement(0),
    statementsSeen,
    async failEach(attempt, check, code) {
      for (let n = 1; n <= STATEMENTS_MAX; n += 1) {
        await failStatement(n, code);
        const outcome = await attempt();
        if ((await statementsSeen()) < n) {
          await failStatement(0);
          return { outcome, failures: n - 1 };
        }
        await check(outcome, await describeStatement(n));
      }
      throw new Error(`an attempt has more than ${STATEMENTS_MAX} write statements`);
    },
    snapshot: (ignored = {}) => readTables(client, tables, ignored),
    close: () => client.end(),
  };
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname <> all ($1) order by relname`,
    [BOOKKEEPING],
  );
  return rows.map(({ name }) => name);
}

/** Reads all tables in one statement, for a consistent snapshot. */
async function readTables(
  client: pg.Client,
  tables: readonly string[],
  ignored: IgnoredChanges,
): Promise<Snapshot> {
  const unknown = Object.keys(ignored).filter((table) => !tables.includes(table));
  if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(', ')}`);
  const parts = tables.flatMap((table) => {
    const columns = ignored[table] ?? [];
    if (columns === 'all') return [];
    const row = `(to_jsonb(t) - array[${columns.map(pg.escapeLiteral).join()}]::text[])::text`;
    const rows = `coalesce(array_agg(${row} order by ${row} collate "C"), '{}')`;
    return `select ${pg.escapeLiteral(table)} as name, ${rows} as rows from ${pg.escapeIdentifier(table)} t`;
  });
  const { rows } = await client.query<{ name: string; rows: string[] }>(parts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: contents }) => [name, contents]));
}
