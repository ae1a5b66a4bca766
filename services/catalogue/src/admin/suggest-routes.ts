import { notFound } from '@kitroom/server/http/errors';
import { readFilters } from '@kitroom/server/pages/list-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { REFERENCE_KINDS } from '../record-fields.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import type { Operator } from './operator-session.ts';
import { suggestReferences } from './records/references.ts';

/** Suggests names for what is being typed. */
export function suggestRoutes({ index }: { index: SearchIndex }): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/suggest/:kind',
      async answer({ params, query }) {
        const kind = REFERENCE_KINDS.find((one) => one === params['kind']);
        if (!kind) throw notFound('There is no such page.');
        const { q = '' } = readFilters({ q: query['q'] });
        return { json: suggestReferences(await index.read(), kind, q) };
      },
    },
  ];
}
