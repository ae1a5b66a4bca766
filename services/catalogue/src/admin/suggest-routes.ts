import { notFound } from '@kitroom/server/http/errors';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { Context } from '../context.ts';
import type { NamedTable } from '../records.ts';
import { toSearchText } from '../search-text.ts';
import { suggestNames } from '../suggest-names.ts';
import type { Operator } from './operator-session.ts';
import type { SuggestedKind } from './records/suggest-path.ts';

const TABLES: Readonly<Record<SuggestedKind, NamedTable>> = {
  club: 'clubs',
  brand: 'brands',
  competition: 'competitions',
};

const SUGGESTED = 10;
const TEXT_MAX = 200;

/** Suggests slugs, with the names, for what is being typed. */
export function suggestRoutes(context: Context): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/suggest/:kind',
      async answer({ params, query }) {
        const { kind = '' } = params;
        if (!Object.hasOwn(TABLES, kind)) throw notFound('There is no such page.');
        const typed = (query['q'] ?? '').replaceAll('\0', '').slice(0, TEXT_MAX);
        const text = await toSearchText(context.db, typed);
        if (text === '') return { json: [] };
        const found = await suggestNames(context, TABLES[kind as SuggestedKind], text, SUGGESTED);
        return { json: found.map(({ row }) => ({ value: row.slug, label: row.name })) };
      },
    },
  ];
}
