import type { CatalogueClient } from '@kitroom/catalogue-client';
import pLimit from 'p-limit';
import type { Kit } from './to-new-item.ts';

const AT_ONCE = 4;

/** Finds kits in the catalogue by exact name; unknown ones are skipped. Rejects with a CatalogueError. */
export async function findDemoKits(
  catalogue: CatalogueClient,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<Map<string, Kit>> {
  const kits = await pLimit(AT_ONCE).map([...new Set(names)], async (name) => {
    const found = await catalogue.kits.search({ keyword: name }, { signal });
    const id = found.find((kit) => kit.name === name)?.id;
    return id === undefined ? undefined : catalogue.kits.get({ kit_id: id }, { signal });
  });
  return new Map(kits.flatMap((kit) => (kit ? [[kit.name, kit]] : [])));
}
