import { PAGE_ROWS } from '@kitroom/server/pages/list-page';
import type { Context } from '../../context.ts';
import { searchKitRows } from '../../kits/search-kits.ts';
import { searchNames } from '../../search-names.ts';
import type { KindPage } from './kind-pages.ts';
import { findMatchingIds, listByIds, type ListRequest, type ListRow } from './record-list-queries.ts';

export interface ListAnswer {
  rows: ListRow[];
  hasNext: boolean;
  /** Nothing contains the keyword; the rows are similar records. */
  isSimilar: boolean;
}

/** Lists records that contain a keyword, or if none do, those that the API's search finds similar. */
export async function listRecords(
  context: Context,
  page: KindPage,
  request: ListRequest,
): Promise<ListAnswer> {
  const { db } = context;
  const found = await findMatchingIds(db, page, request);
  const isLost =
    found.length === 0 && request.keyword !== '' && request.page === 1 && request.kitsOf === undefined;
  const similar = isLost ? await findSimilarIds(context, page, request.keyword) : [];
  return {
    rows: await listByIds(db, page, isLost ? similar : found.slice(0, PAGE_ROWS)),
    hasNext: found.length > PAGE_ROWS,
    isSimilar: similar.length > 0,
  };
}

async function findSimilarIds(context: Context, { table }: KindPage, keyword: string): Promise<number[]> {
  switch (table) {
    case 'clubs':
    case 'brands':
    case 'competitions': {
      const rows = await searchNames(context, table, keyword);
      return rows.map(({ id }) => id);
    }
    case 'kits':
      return (await searchKitRows(context, keyword)).map(({ id }) => id);
    case 'seasons':
    case 'kit_types':
      return [];
  }
}
