import { query, type Database } from '@kitroom/server/database/database';

/**
 * Adds copies of a row with new ids. `different` contains SQL for the columns whose values differ, in which
 * `at` is 1, 2 and so on.
 */
export async function copyRow(
  db: Database,
  {
    table,
    id,
    copies,
    different = {},
  }: { table: 'items' | 'photos'; id: number; copies: number; different?: Record<string, string> },
): Promise<void> {
  const columns = await query<{ name: string }>(
    db,
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = ? and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  await query(
    db,
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => different[name] ?? name).join(', ')}
     from ${table}, generate_series(1, ?::integer) as at where id = ?`,
    [copies, id],
  );
}
