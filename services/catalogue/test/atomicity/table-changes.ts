import type { Snapshot } from '@kitroom/testing/failing-statements';

type Row = Readonly<Record<string, unknown>>;

/** Returns the rows of a table that are new or changed. */
export function listAdded(before: Snapshot, after: Snapshot, table: string): Row[] {
  const known = new Set(before[table]);
  return (after[table] ?? []).filter((text) => !known.has(text)).map((text) => JSON.parse(text) as Row);
}

/** Returns the ids of the rows of a table that were added, changed or deleted. */
export function listChangedIds(before: Snapshot, after: Snapshot, table: string): string[] {
  const rows = [...listAdded(before, after, table), ...listAdded(after, before, table)];
  return [...new Set(rows.map(({ id }) => String(id)))];
}

/** Lists the tables that differ, with the rows that exist only before or after. */
export function listDifferences(before: Snapshot, after: Snapshot): object {
  const tables = Object.keys(after).map(
    (table) =>
      [table, { gone: listAdded(after, before, table), added: listAdded(before, after, table) }] as const,
  );
  return Object.fromEntries(tables.filter(([, { gone, added }]) => gone.length + added.length > 0));
}
