import { listChanges } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { BULK_DATA_PATH } from '../bulk-data/bulk-files.ts';
import { CHANGES_KEPT_DAYS } from './change-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { listChangePage, type ChangePage } from './list-changes.ts';

/** `/api/changes` */
export function changeRoutes({ db }: { db: Database }): Endpoint[] {
  return [
    endpoint(listChanges, async ({ query }, { baseUrl }) => {
      const page = await listChangePage(db, query);
      if (!page) throw changesGone(query.after, `${baseUrl}${BULK_DATA_PATH}`);
      return { items: page.changes.map(toChange), next: page.next, has_more: page.hasMore };
    }),
  ];
}

function toChange({ at, into_id: into, record, ...change }: ChangePage['changes'][number]) {
  return {
    ...change,
    at: at.toISOString(),
    ...(into === null ? {} : { into }),
    ...(record && { record }),
  };
}

function changesGone(after: number, bulkData: string): ServiceError {
  const detail =
    `Changes after ${after} are no longer kept: they are for ${CHANGES_KEPT_DAYS} days, unless an older ` +
    'database is restored. Start over from the bulk data.';
  return new ServiceError('gone', detail, { body: { detail, bulk_data: bulkData } });
}
