import type { ItemFilters, OrderingKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { Page } from '@kitroom/server/http/paging';
import { NAMED_ITEM_COLUMNS, type NamedItemRow } from './item-columns.ts';
import { joinConditions, ofUser, toCondition } from './item-filters.ts';
import { keptCount, listItemPage, type ItemPage } from './item-page-queries.ts';

/** A page of the user's own items, drafts included, and the total number. */
export function listOwnItems(
  db: Database,
  userId: number,
  { ordering, ...filters }: ItemFilters & { ordering: readonly OrderingKey[] },
  page: Page,
): Promise<ItemPage<NamedItemRow>> {
  const conditions = toCondition(filters, userId);
  return listItemPage<NamedItemRow>(
    db,
    {
      condition: joinConditions([ofUser(userId), conditions]),
      filters,
      ordering,
      page,
      count: conditions.isEmpty ? keptCount(userId, 'items', ['all', 'draft']) : undefined,
    },
    { columns: NAMED_ITEM_COLUMNS },
  );
}
