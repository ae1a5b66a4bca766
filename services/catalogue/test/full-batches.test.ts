import { expect, it } from '@jest/globals';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** The number of lines that are imported, read into the index and exported at a time. */
const BATCH = 1000;
const CLUBS = 20;

const catalogue = useCatalogue();

/** Kits of twenty clubs, each with at most one kit in a season. */
function listKits(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const year = 1900 + Math.floor(at / CLUBS);
    return { club: `Club ${at % CLUBS}`, season: String(year) };
  });
}

it.each([2 * BATCH, 2 * BATCH + 1])('imports, indexes and exports all of %i kits', async (count) => {
  const lines = kitLines(listKits(count));
  await catalogue.load(lines);
  await catalogue.followChanges();
  const { body } = await catalogue.request('/api/kits/facets');
  expect(body.total).toBe(count);
  let kits = 0;
  for await (const part of exportCatalogue(catalogue.db)) kits += part.match(/"kind":"kit"/g)?.length ?? 0;
  expect(kits).toBe(count);
});
