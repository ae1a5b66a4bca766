import { COLOUR_NAMES } from '@kitroom/shared';
import { notFound } from '@kitroom/server/http/errors';
import { readFilters } from '@kitroom/server/pages/read-filters';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { NamedTable } from '../records.ts';
import { fold } from '../fold.ts';
import { suggestNames } from '../search-names.ts';
import type { Operator } from './operator-session.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import type { SuggestedKind } from './records/suggest-path.ts';

const TABLES: Readonly<Record<Exclude<SuggestedKind, 'colour'>, NamedTable>> = {
  club: 'clubs',
  brand: 'brands',
  competition: 'competitions',
};

const SUGGESTED = 10;

/** Suggests slugs, with the names, for what is being typed. */
export function suggestRoutes(context: { index: SearchIndex }): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/suggest/:kind',
      async answer({ params, query }) {
        const { kind = '' } = params;
        const { q = '' } = readFilters({ q: query['q'] });
        if (kind === 'colour') return { json: suggestColours(q) };
        if (!isNamed(kind)) throw notFound('There is no such page.');
        const text = fold(q);
        if (text === '') return { json: [] };
        const found = await suggestNames(context, TABLES[kind], text, SUGGESTED);
        return { json: found.map(({ row }) => ({ value: row.slug, label: row.name })) };
      },
    },
  ];
}

function isNamed(kind: string): kind is keyof typeof TABLES {
  return Object.hasOwn(TABLES, kind);
}

function suggestColours(typed: string) {
  return COLOUR_NAMES.filter((name) => name.toLowerCase().includes(typed.toLowerCase())).map((value) => ({
    value,
    label: '',
  }));
}
