import { queryOnce } from '@kitroom/devstack/query-once';

export async function countKits(databaseUrl: string): Promise<number> {
  const [row] = await queryOnce<{ kits: number }>(databaseUrl, 'select count(*)::integer as kits from kits');
  return row?.kits ?? 0;
}

/** What autovacuum would do within minutes. */
export async function analyseAll(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, 'vacuum analyze');
}

/** The bytes that a kit takes. */
export async function measureSizes(databaseUrl: string): Promise<{ table: number; indexes: number }> {
  const [row] = await queryOnce<{ table: number; indexes: number }>(
    databaseUrl,
    `select pg_table_size('kits')::float8 / count(*) as table, pg_indexes_size('kits')::float8 / count(*) as indexes
     from kits`,
  );
  return row ?? { table: 0, indexes: 0 };
}

/** The statements that build a table like the kits' one, before and after its rows are copied. */
export interface CopyPlan {
  columns: string;
  create: string;
  indexes: string[];
  drop: string;
}

/** Plans a copy of the kits with the same columns, checks and indexes, the indexes built afterwards. */
export async function planCopy(databaseUrl: string): Promise<CopyPlan> {
  const columns = await queryOnce<{ name: string }>(
    databaseUrl,
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'kits'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
  );
  const indexes = await queryOnce<{ definition: string }>(
    databaseUrl,
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'kits'::regclass`,
  );
  return {
    columns: columns.map(({ name }) => name).join(', '),
    create:
      'create table copied_kits (like kits including defaults including generated including constraints)',
    indexes: indexes.map(({ definition }) =>
      definition.replace(/INDEX (\S+) ON (?:ONLY )?\S+/, 'INDEX copied_$1 ON copied_kits'),
    ),
    drop: 'drop table if exists copied_kits',
  };
}

/** Copies the kits to a file or from it. */
export function copyStatement(direction: 'to stdout' | 'from stdin', { columns }: CopyPlan): string {
  return `copy ${direction === 'to stdout' ? 'kits' : 'copied_kits'} (${columns}) ${direction}`;
}
