import { ServiceError } from '@kitroom/server/http/errors';
import { bulkRoute, type BulkList } from '@kitroom/server/pages/bulk';
import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT, type Operator } from '../operator-session.ts';
import { removeRecord } from './delete-record.ts';
import { KIND_PAGES, type KindPage } from './kind-pages.ts';
import { nameOfRow } from './record-columns.ts';
import { FormRefused } from './record-form.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { recordLists, type ListRow } from './record-list-queries.ts';

/** What can be done with several records of a kind. */
export function recordBulk(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
): BulkList<Operator> {
  const uses = page.kind === 'kit' ? '' : ` Those that kits refer to stay.`;
  return {
    path: page.path.slice(ADMIN_ROOT.length),
    title: page.heading,
    href: page.path,
    one: page.one,
    many: page.many,
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        text: `They are removed at once. The log of changes keeps what they were.${uses}`,
        done: 'Deleted',
        act: (key, { visitor }) => remove(context, visitor, page, Number(key)),
      },
    ],
    ...bulkRows<ListRow>(context.db, recordLists(context)[page.table], (row) => ({
      key: String(row.id),
      label: nameOfRow(row),
      href: `${page.path}/${row.id}`,
    })),
  };
}

export function recordBulkRoutes(context: {
  db: Database;
  cache: Cache;
  index: SearchIndex;
}): Array<PageRoute<Operator>> {
  return KIND_PAGES.map((page) => bulkRoute(recordBulk(context, page)));
}

async function remove(
  context: { db: Database; cache: Cache; index: SearchIndex },
  operator: Operator,
  page: KindPage,
  id: number,
): Promise<void> {
  try {
    await removeRecord(context, operator, page, id);
  } catch (error) {
    throw error instanceof FormRefused ? new ServiceError('invalid', error.errors[''] ?? '') : error;
  }
}
