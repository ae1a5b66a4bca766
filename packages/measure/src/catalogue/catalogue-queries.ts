import { queryOnce } from '@kitroom/devstack/query-once';

export async function countKits(databaseUrl: string): Promise<number> {
  const [row] = await queryOnce<{ kits: number }>(databaseUrl, 'select count(*)::integer as kits from kits');
  return row?.kits ?? 0;
}

/** What autovacuum would do within minutes. */
export async function analyseAll(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, 'vacuum analyze');
}
