import { notFound } from '@kitroom/server/http/errors';
import { readFilters } from '@kitroom/server/pages/list-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';

import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { suggest, SUGGESTED_KINDS } from './suggest-queries.ts';

/** Suggests names for what is being typed. */
export function suggestRoutes({ db }: { db: Database }): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/suggest/:kind',
      async answer({ params, query }) {
        const kind = SUGGESTED_KINDS.find((one) => one === params['kind']);
        if (!kind) throw notFound('There is no such page.');
        const { q } = readFilters({ q: query['q'] });
        return { json: q === undefined ? [] : await suggest(db, kind, q) };
      },
    },
  ];
}
