import { expect } from '@jest/globals';
import type { CollectionClient } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';

const MINUTE = 60_000;

/** Starts an import with this number of rows. Resolves to its id while the rows are being applied. */
export async function startImport(client: CollectionClient, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, index) => `imported ${index},pants`);
  const file = new File([['Name,Type', ...lines].join('\n')], 'items.csv');
  const { id } = await client.imports.create({ file });
  const find = () => client.imports.get({ id });
  await eventually(async () => expect((await find()).status).toBe('review'), MINUTE);
  await client.imports.apply({ id });
  await eventually(async () => expect((await find()).progress.done).toBeGreaterThan(0));
  expect((await find()).status).toBe('applying');
  return id;
}

/** Expects that an import completes without intervention, with one item for each row. */
export async function expectCompleteImport(
  client: CollectionClient,
  id: number,
  rows: number,
): Promise<void> {
  await eventually(async () => expect((await client.imports.get({ id })).status).toBe('done'), 2 * MINUTE);
  const { counts } = await client.imports.get({ id });
  const { count } = await client.items.list({ search: 'imported', page_size: 1 });
  expect([counts.added, count]).toEqual([rows, rows]);
}
