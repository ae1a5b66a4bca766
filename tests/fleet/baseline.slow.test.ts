import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { describeWithPreviousVersion, type PreviousVersion } from '@kitroom/testing/previous-version';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { importBaseline } from './import-baseline.ts';

const MINUTE = 60_000;

describe.each(['catalogue', 'collection'] as const)('the baseline migration of the %s', (service) => {
  describeWithPreviousVersion(
    service,
    (extract) => {
      let previous: PreviousVersion;
      let former: TestDatabase;
      let fresh: TestDatabase;

      beforeAll(async () => {
        previous = extract();
        [former, fresh] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
        await Promise.all([migrate(former, { sources: previous.root }), migrate(fresh)]);
      }, 2 * MINUTE);

      afterAll(async () => {
        await Promise.all([former?.drop(), fresh?.drop()]);
        previous?.remove();
      });

      async function migrate(database: TestDatabase, options: { sources?: string } = {}) {
        return runServiceCommand(service, ['migrate'], { env: { DATABASE_URL: database.url }, ...options });
      }

      it('ends with the last migration that the baseline replaces', async () => {
        const { replaces } = await importBaseline(service);
        expect(`${replaces.last}.ts`).toBe(previous.migrations.at(-1));
      });

      it('leaves a database that the baseline rejects without the last migration, naming the commit to run', async () => {
        const { replaces } = await importBaseline(service);
        await queryOnce(former.url, 'update knex_migrations set name = $2 where name = $1', [
          replaces.last,
          '20261120000000_other',
        ]);
        expect(await migrate(former)).toMatchObject({
          status: 1,
          stderr: `${service}: The database was last migrated by a version before 1.0.0: run the command "migrate" of commit ${replaces.commit} first.\n`,
        });
        await queryOnce(former.url, 'update knex_migrations set name = $1 where name = $2', [
          replaces.last,
          '20261120000000_other',
        ]);
      });

      it('leaves a database that the baseline accepts, with the schema of a new database', async () => {
        expect(await migrate(former)).toMatchObject({ status: 0 });
        expect(await migrate(former)).toMatchObject({ stderr: 'The database is up to date.\n' });
        const schema = await listSchema(fresh);
        expect(schema.length).toBeGreaterThan(100);
        expect(await listSchema(former)).toEqual(schema);
      });

      it('migrates the database again without changes after the baseline', async () => {
        expect(await migrate(former, { sources: previous.root })).toMatchObject({
          status: 0,
          stderr: 'The database is up to date.\n',
        });
      });
    },
    { before: 'the baseline' },
  );
});

/** Lists everything that defines a schema except column order and white space. */
async function listSchema(database: TestDatabase): Promise<string[]> {
  const rows = await queryOnce<{ definition: string }>(
    database.url,
    `
    with own as (
      select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace
    )
    select 'column ' || own.relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
      || concat(attnotnull, attidentity, attgenerated, collname) || ' '
      || coalesce(pg_get_expr(adbin, adrelid), '') as definition
    from pg_attribute
    join own on own.oid = attrelid and own.relkind in ('r', 'v')
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join pg_collation on pg_collation.oid = attcollation
    where attnum > 0 and not attisdropped
    union all select concat('relation ', relname, ' ', relkind, reloptions) from own
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join own on own.oid = tgrelid where not tgisinternal
    union all select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all select concat('collation ', collname, ' ', collprovider, ' ', to_jsonb(pg_collation) ->> 'colllocale')
      from pg_collation where collnamespace = 'public'::regnamespace
    union all select 'function ' || pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    `,
  );
  return rows.map(({ definition }) => toComparable(definition)).toSorted();
}

/** Normalises `now()` and the types of defaults, which Knex writes differently. */
function toComparable(definition: string): string {
  return definition
    .replaceAll('CURRENT_TIMESTAMP', 'now()')
    .replaceAll(/'(\d+)'::(?:smallint|bigint)/g, '$1')
    .replaceAll(/\s+/g, '');
}
