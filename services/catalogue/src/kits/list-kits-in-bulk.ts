import { listKitsInBulk } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { INTEGER_MAX } from '@kitroom/shared';
import type { Context } from '../context.ts';
import { toCrestPath, toLogos } from '../records.ts';
import { KIT_ITEM_COLUMNS, type KitItemRow } from './kit-queries.ts';
import { toPictureUrl } from './kit-view.ts';
import { EXPANDED_TAGS } from './kit-page.ts';
import type { BulkItem } from './read-bulk-list.ts';

interface BulkKitRow extends KitItemRow {
  slug: string;
  id_archive: number | null;
  team_id: number;
  team_name: string;
  team_logo: string | null;
  team_logo_dark: string | null;
  team_country: string;
  season_year: string;
  brand_name: string;
  brand_logo: string | null;
  brand_logo_dark: string | null;
}

/** A kit that may match a bulk request, with the keys to match it by. */
export interface BulkKit {
  slug: string;
  archiveId: number | null;
  kit: ReturnType<typeof toBulkItem>;
}

/** Reads all kits of a bulk request. They are cached under the sorted slugs, whatever their order in a request. */
export async function readBulkKits(
  { db, cache }: Pick<Context, 'db' | 'cache'>,
  items: readonly BulkItem[],
  baseUrl: string,
): Promise<{ kits: BulkKit[]; isCached: boolean }> {
  const slugs = items.map(({ slug, archiveId }) => `${slug} ${archiveId ?? ''}`).toSorted();
  const lookup = {
    key: `sorted ${listKitsInBulk.id} ${baseUrl} ${JSON.stringify([...new Set(slugs)])}`,
    seconds: listKitsInBulk.cacheSeconds,
    tags: EXPANDED_TAGS,
  };
  const { answer, isHit } = await cache.read(lookup, async () => ({
    value: await findBulkKits(db, items, baseUrl),
  }));
  return { kits: JSON.parse(answer.body.toString()) as BulkKit[], isCached: isHit };
}

/** Reads the kits with one query, by id. */
async function findBulkKits(db: Database, items: readonly BulkItem[], baseUrl: string): Promise<BulkKit[]> {
  const rows = await query<BulkKitRow>(
    db,
    STATEMENT,
    [
      items.map(({ slug }) => slug),
      items.map(({ archiveId }) => archiveId).filter((id) => id !== undefined && id <= INTEGER_MAX),
    ],
    'bulk-kits',
  );
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

const STATEMENT = `
  select ${KIT_ITEM_COLUMNS}, kits.slug, kits.id_archive,
    clubs.id as team_id, clubs.name as team_name, clubs.logo as team_logo, clubs.logo_dark as team_logo_dark,
    clubs.country as team_country, seasons.year as season_year,
    brands.name as brand_name, brands.logo as brand_logo, brands.logo_dark as brand_logo_dark
  from kits
  join clubs on clubs.id = kits.club_id
  join seasons on seasons.id = kits.season_id
  join brands on brands.id = kits.brand_id
  join kit_types on kit_types.id = kits.type_id
  where kits.slug = any(?::text[]) or kits.id_archive = any(?::integer[])
  order by kits.id
`;

function toBulkItem(row: BulkKitRow, baseUrl: string) {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    team: {
      name: row.team_name,
      ...toLogos({ logo: row.team_logo, logo_dark: row.team_logo_dark }, baseUrl, toCrestPath(row.team_id)),
      country: row.team_country || null,
    },
    season: { year: row.season_year },
    brand: {
      name: row.brand_name,
      ...toLogos({ logo: row.brand_logo, logo_dark: row.brand_logo_dark }, baseUrl),
    },
    main_img_url: toPictureUrl(row, baseUrl),
  };
}
