import { offerBulk } from '@kitroom/server/pages/bulk';
import { html, type HtmlValue } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList, readRows, type ListAnswer, type ListRequest } from '@kitroom/server/pages/list-queries';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import { toInteger } from '@kitroom/server/pages/read-number';
import { searchKitRows } from '../../kits/search-kits.ts';
import { searchNames } from '../../search-names.ts';
import type { Operator } from '../operator-session.ts';
import { pageOf, type KindPage } from './kind-pages.ts';
import { recordBulk } from './record-bulk.ts';
import { columnsOf, nameOfRow } from './record-columns.ts';
import { nameOf } from './record-form.ts';
import { filtersOf } from './record-filters.ts';
import { recordLists, type ListRow } from './record-list-queries.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { findStored } from './record-queries.ts';

/** A list of records; if none matches a keyword, of those that the API's search finds similar. */
export async function recordListPage(
  context: { db: Database; cache: Cache; index: SearchIndex },
  page: KindPage,
  { query, csrf }: PageRequest<Operator>,
): Promise<Page> {
  const source = recordLists(context)[page.table];
  let isSimilar = false;
  const read = async (request: ListRequest): Promise<ListAnswer<ListRow>> => {
    const answer = await readList<ListRow>(context.db, source, request);
    if (answer.total > 0 || !isKeywordAlone(request)) return answer;
    const ids = await findSimilarIds(context, page, request.filters['q'] ?? '');
    isSimilar = ids.length > 0;
    return { rows: await readRows(context.db, source, ids), total: ids.length };
  };
  const list = await listPage<ListRow>({
    title: page.heading,
    actions: html`<a class="button primary" href="${page.path}/new">New ${page.one}</a>`,
    path: page.path,
    query,
    fields: await filtersOf(context, page),
    columns: columnsOf(page),
    sort: SORTS[page.kind],
    many: page.many,
    empty: Object.keys(query).length === 0 ? `There are no ${page.many} yet.` : `No ${page.many} found.`,
    note: page.kind === 'kit' && (await describeFilters(context, query)),
    read,
    bulk: offerBulk(recordBulk(context, page), csrf, { keyOf: ({ id }) => String(id), nameOf: nameOfRow }),
  });
  if (!isSimilar) return list;
  const notice = html`<p class="notice">Nothing contains “${query['q']?.trim()}”. These are similar.</p>`;
  return { ...list, body: html`${notice}${list.body}` };
}

const SORTS: Readonly<Record<KindPage['kind'], string>> = {
  club: 'name',
  brand: 'name',
  competition: 'name',
  season: '-season',
  kit_type: 'category',
  kit: '-number',
};

/** Names the records that links to a record's kits filter by number. */
async function describeFilters(
  { db }: { db: Database; cache: Cache; index: SearchIndex },
  query: Readonly<Record<string, string>>,
): Promise<HtmlValue> {
  const named = await Promise.all(
    (['club', 'brand', 'competition', 'season', 'kit_type'] as const).map(async (kind) => {
      const id = toInteger(query[kind]);
      if (id === undefined) return undefined;
      const of = pageOf(kind);
      const stored = await findStored(db, of, id);
      return html`the ${of.one}
        <a href="${of.path}/${id}">${stored ? nameOf(of, stored.line) : String(id)}</a>`;
    }),
  );
  const given = named.filter((one) => one !== undefined);
  if (given.length === 0) return undefined;
  return html`Kits of ${given.map((one, index) => html`${index > 0 && ' and '}${one}`)}.
    <a href="${pageOf('kit').path}">Show all kits</a>`;
}

function isKeywordAlone({ filters, offset }: ListRequest): boolean {
  return (
    offset === 0 && Object.entries(filters).every(([name, value]) => (name === 'q') === (value !== undefined))
  );
}

async function findSimilarIds(
  context: { db: Database; cache: Cache; index: SearchIndex },
  { table }: KindPage,
  keyword: string,
): Promise<number[]> {
  switch (table) {
    case 'clubs':
    case 'brands':
    case 'competitions':
      return (await searchNames(context, table, keyword)).map(({ id }) => id);
    case 'kits':
      return (await searchKitRows(context, keyword)).map(({ id }) => id);
    case 'seasons':
    case 'kit_types':
      return [];
  }
}
