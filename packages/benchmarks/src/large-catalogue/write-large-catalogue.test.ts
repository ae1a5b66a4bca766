import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { writeLargeCatalogue } from './write-large-catalogue.ts';

async function write(kits: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-large-'));
  await writeLargeCatalogue(join(folder, 'large.ndjson'), kits);
  const text = readFileSync(join(folder, 'large.ndjson'), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}

// Tests that import the catalogue find duplicate keys and unknown references.
it('writeLargeCatalogue writes the same catalogue, in which a few clubs have many of the kits', async () => {
  const text = await write(5000);
  expect(await write(5000)).toBe(text);
  const clubs = text.match(/"club":"[^"]+"/g) ?? [];
  expect(clubs).toHaveLength(5000);
  const sizes = [...Map.groupBy(clubs, (club) => club).values()].map(({ length }) => length);
  const median = sizes.toSorted((left, right) => left - right)[Math.floor(sizes.length / 2)] ?? 0;
  expect(Math.max(...sizes)).toBeGreaterThan(50 * median);
});
