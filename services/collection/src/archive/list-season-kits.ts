import type { CallOptions, CatalogueClient } from '@kitroom/catalogue-client';
import { ARCHIVE_PAGE_SIZE, ARCHIVE_PAGES_MAX, ARCHIVE_REQUEST_MS } from '../limits.ts';

/**
 * All kits of a club's season. The proxy's endpoint has no pagination, and the catalogue's list does not report its
 * length: the last page is the one that is not full. The timeout covers all pages.
 */
export async function listSeasonKits(
  catalogue: CatalogueClient,
  { club_id, season_id }: { club_id: number; season_id: number },
  options: CallOptions,
) {
  const deadline = performance.now() + (options.timeoutMs ?? ARCHIVE_REQUEST_MS);
  const kits: Awaited<ReturnType<CatalogueClient['clubs']['kits']>> = [];
  for (let page = 1; page <= ARCHIVE_PAGES_MAX; page += 1) {
    const onPage = await catalogue.clubs.kits(
      { club_id, season: season_id, page, page_size: ARCHIVE_PAGE_SIZE },
      { ...options, timeoutMs: Math.max(1, deadline - performance.now()) },
    );
    kits.push(...onPage);
    if (onPage.length < ARCHIVE_PAGE_SIZE) break;
  }
  return kits;
}
