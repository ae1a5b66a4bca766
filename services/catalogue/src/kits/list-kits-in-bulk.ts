import { BULK_KITS_MAX, BULK_KITS_MIN, listKitsInBulk } from '@kitroom/catalogue-client';
import { ServiceError } from '@kitroom/server/http/errors';
import { isStorable } from '@kitroom/shared';
import { toCrestPath, toLogos } from '../records.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import { findKit, type KitRow } from './kit-rows.ts';
import { toPictureUrl, EXPANDED_TAGS } from './kit-view.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { SearchIndex } from '../search-index/open-index.ts';

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

export interface BulkItem {
  slug: string;
  /** The archive's kit id, if a URL ends in one; used only if no kit has this slug. */
  archiveId?: number;
}

/**
 * Parses the comma-separated list of a bulk request: slugs, or URLs whose last path segment is one. Source: the bulk
 * rules.
 */
export function readBulkList(list: string): BulkItem[] {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(readKitKey)
    .filter(({ slug }) => slug !== '');
  if (items.length < BULK_KITS_MIN)
    throw new ServiceError('invalid', `Minimum ${BULK_KITS_MIN} kits required`);
  if (items.length > BULK_KITS_MAX)
    throw new ServiceError('invalid', `Maximum ${BULK_KITS_MAX} kits allowed`);
  return items;
}

/** A kit by its slug or URL. */
export function readKitKey(item: string): BulkItem {
  if (!item.startsWith('http')) return { slug: item };
  const slug = lastSegment(item);
  const digits = /(?:^|-)(\d{1,10})$/.exec(slug)?.[1];
  return digits === undefined ? { slug } : { slug, archiveId: Number(digits) };
}

function lastSegment(address: string): string {
  const path = address.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    const decoded = decodeURIComponent(segment);
    // A doubly encoded NUL appears here; the undecoded segment matches no slug.
    return isStorable(decoded) ? decoded : segment;
  } catch {
    return segment;
  }
}
