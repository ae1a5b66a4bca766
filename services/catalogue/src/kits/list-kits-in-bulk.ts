import { BULK_IDS_MAX, BULK_KITS_MAX, BULK_KITS_MIN, listKitsInBulk } from '@kitroom/catalogue-client';
import type { Cache } from '@kitroom/server/cache/cache';
import { ServiceError } from '@kitroom/server/http/errors';
import { isStorable, type InputOf } from '@kitroom/shared';
import { toCrestPath, toLogos } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { findKit, type KitRow } from './kit-rows.ts';
import { EXPANDED_TAGS, toExpandedKit, toPictureUrl } from './kit-view.ts';

/**
 * The kits of a bulk request, in its order. The ids of these kits are cached under the sorted keys, so that
 * requests for the same kits in another order share them.
 */
export async function readBulkKits(
  { index, cache }: { index: SearchIndex; cache: Cache },
  items: readonly BulkItem[],
  view: BulkView,
): Promise<{ kits: Array<ReturnType<typeof toBulkItem>>; isCached: boolean }> {
  const current = await index.read();
  const byKey = new Map(items.map((item) => [toKey(item), item]));
  const sorted = [...byKey].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const lookup = {
    key: `ids ${listKitsInBulk.id} ${JSON.stringify(view)} ${JSON.stringify(sorted.map(([key]) => key))}`,
    seconds: listKitsInBulk.cacheSeconds,
    tags: EXPANDED_TAGS,
  };
  const { response, result } = await cache.read(lookup, async () => ({
    value: sorted.map(([, item]) => findBulkKit(current, item)?.id ?? NOT_FOUND),
  }));
  const ids = JSON.parse(response.body.toString()) as number[];
  const rowOf = new Map(
    sorted.map(([key], at) => [key, findKit(current, current.kits.get(ids[at] ?? NOT_FOUND))]),
  );
  const kits = items.flatMap((item) => rowOf.get(toKey(item)) ?? []).map((row) => toBulkItem(row, view));
  return { kits, isCached: result === 'HIT' };
}

/** In place of the id of a kit that was not found; ids begin with 1. */
const NOT_FOUND = 0;

function toKey({ id, slug, archiveId }: BulkItem): string {
  return `${id ?? ''} ${slug} ${archiveId ?? ''}`;
}

function findBulkKit(index: CatalogueIndex, { id, slug, archiveId }: BulkItem): KitRow | undefined {
  const { kits } = index;
  if (id !== undefined) return findKit(index, kits.get(id));
  const bySlug = findKit(index, kits.getBySlug(slug));
  return bySlug ?? findKit(index, archiveId === undefined ? undefined : kits.getByArchiveId(archiveId));
}

/** How the kits of a bulk request are shown. */
interface BulkView {
  baseUrl: string;
  /** Adds the fields of expanded lists. */
  expand: boolean;
}

function toBulkItem(row: KitRow, { baseUrl, expand }: BulkView) {
  const item = toCard(row, baseUrl);
  if (!expand) return item;
  const { team, season, brand, ...details } = toExpandedKit(row, baseUrl);
  return {
    ...details,
    ...item,
    team: { ...team, ...item.team },
    season: { ...season, ...item.season },
    brand: { ...brand, ...item.brand },
  };
}

function toCard(row: KitRow, baseUrl: string) {
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
  /** The kit's id. If set, the slug is empty. */
  id?: number;
  slug: string;
  /** The archive's kit id, if a URL ends in one; used only if no kit has this slug. */
  archiveId?: number;
}

/** Parses the query of a bulk request, which has either ids or slugs. Throws a 400 if it is invalid. */
export function readBulkQuery({ ids, slugs, kits }: InputOf<typeof listKitsInBulk>['query']): BulkItem[] {
  if (ids === undefined) return readBulkList(slugs ?? kits ?? '');
  if (slugs !== undefined || kits !== undefined)
    throw new ServiceError('invalid', 'Give either ids or slugs, not both');
  if (ids.length === 0) throw new ServiceError('invalid', 'Minimum 1 id required');
  if (ids.length > BULK_IDS_MAX) throw new ServiceError('invalid', `Maximum ${BULK_IDS_MAX} ids allowed`);
  return ids.map((id) => ({ id, slug: '' }));
}

/**
 * Parses the comma-separated list of a bulk request: slugs, or URLs whose last path segment is a slug. Throws
 * a 400 for too few or too many items.
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

/** Parses the slug or URL of a kit. */
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
    // A malformed escape sequence matches no slug.
    return segment;
  }
}
