import { listKitsInBulk } from '@kitroom/catalogue-client';
import { toCrestPath, toLogos } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import { findKit, type KitRow } from './kit-rows.ts';
import { toPictureUrl, EXPANDED_TAGS } from './kit-view.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { SearchIndex } from '../search-index/open-index.ts';
import type { BulkItem } from './read-bulk-list.ts';

/** A kit that may match a bulk request, with the keys to match it by. */
interface BulkKit {
  slug: string;
  archiveId: number | null;
  kit: ReturnType<typeof toBulkItem>;
}

/** Reads all kits of a bulk request. They are cached under the sorted slugs, whatever their order in a request. */
export async function readBulkKits(
  { index, cache }: { index: SearchIndex; cache: Cache },
  items: readonly BulkItem[],
  baseUrl: string,
): Promise<{ kits: BulkKit[]; isCached: boolean }> {
  const slugs = items.map(({ slug, archiveId }) => `${slug} ${archiveId ?? ''}`).toSorted();
  const lookup = {
    key: `sorted ${listKitsInBulk.id} ${baseUrl} ${JSON.stringify([...new Set(slugs)])}`,
    seconds: listKitsInBulk.cacheSeconds,
    tags: EXPANDED_TAGS,
  };
  let found: BulkKit[] | undefined;
  const { response, result } = await cache.read(lookup, async () => {
    found = findBulkKits(await index.read(), items, baseUrl);
    return { value: found };
  });
  return { kits: found ?? (JSON.parse(response.body.toString()) as BulkKit[]), isCached: result === 'HIT' };
}

/** The kits that have one of the slugs or ids of the archive. */
function findBulkKits(index: CatalogueIndex, items: readonly BulkItem[], baseUrl: string): BulkKit[] {
  const found = items.flatMap(({ slug, archiveId }) => [
    index.kits.getBySlug(slug),
    archiveId === undefined ? undefined : index.kits.getByArchiveId(archiveId),
  ]);
  const rows = found.flatMap((kit) => findKit(index, kit) ?? []);
  return rows.map((row) => ({ slug: row.slug, archiveId: row.id_archive, kit: toBulkItem(row, baseUrl) }));
}

/** Sorts the kits by their position in the request; items that were not found are skipped. */
export function orderBulkKits(items: readonly BulkItem[], found: readonly BulkKit[]): Array<BulkKit['kit']> {
  const bySlug = new Map(found.map(({ slug, kit }) => [slug, kit]));
  // The first of several kits with the same archive id wins: later Map entries overwrite earlier ones, so reverse.
  const byArchiveId = new Map(found.map(({ archiveId, kit }) => [archiveId, kit] as const).toReversed());
  return items
    .map(({ slug, archiveId }) => bySlug.get(slug) ?? byArchiveId.get(archiveId ?? Number.NaN))
    .filter((kit) => kit !== undefined);
}

function toBulkItem(row: KitRow, baseUrl: string) {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    team: {
      name: row.team.name,
      ...toLogos(row.team, baseUrl, toCrestPath(row.team.id)),
      country: row.team.country || null,
    },
    season: { year: row.season.year },
    brand: { name: row.brand.name, ...toLogos(row.brand, baseUrl) },
    main_img_url: toPictureUrl(row, baseUrl),
  };
}
