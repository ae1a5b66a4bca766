import { notFound } from '@kitroom/server/http/errors';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { readFilters } from '@kitroom/server/pages/read-filters';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { SuggestedKind } from './filter-fields.ts';
import type { Database } from '@kitroom/server/database/database';
import { suggest } from './suggest-queries.ts';

const KINDS: readonly SuggestedKind[] = ['user', 'club', 'brand', 'season'];

/** Suggests names for what is being typed. */
export function suggestRoutes({ db }: { db: Database }): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/suggest/:kind',
      async answer({ params, query }) {
        const kind = KINDS.find((one) => one === params['kind']);
        if (!kind) throw notFound('There is no such page.');
        const { q } = readFilters({ q: query['q'] });
        return { json: q === undefined ? [] : await suggest(db, kind, q) };
      },
    },
  ];
}
