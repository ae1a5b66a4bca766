import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import { searchForm } from '@kitroom/server/pages/form';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest } from '@kitroom/server/pages/page-router';
import { pager, table, type Column } from '@kitroom/server/pages/table';
import type { Context } from '../../context.ts';
import type { RecordKind } from '../../interchange/upsert-records.ts';
import { ADMIN_ROOT, type Operator } from '../operator-session.ts';
import { readId, readPage } from '@kitroom/server/pages/read-number';
import { KIND_PAGES, pageOf, type KindPage } from './kind-pages.ts';
import { listRecords } from './list-records.ts';
import { nameOf } from './record-form.ts';
import type { ListRow } from './record-list-queries.ts';
import { findStored } from './record-queries.ts';

const KEYWORD_MAX = 200;

export async function recordListPage(
  context: Context,
  page: KindPage,
  { query }: PageRequest<Operator>,
): Promise<Page> {
  const keyword = (query['q'] ?? '').replaceAll('\0', '').trim().slice(0, KEYWORD_MAX);
  const kitsOf = page.kind === 'kit' ? readFilter(query) : undefined;
  const number = readPage(query['page']);
  const { rows, hasNext, isSimilar } = await listRecords(context, page, { keyword, kitsOf, page: number });
  const filter = kitsOf ? { [kitsOf.kind]: String(kitsOf.id) } : {};
  return {
    title: page.heading,
    actions: html`<a class="button primary" href="${page.path}/new">New ${page.one}</a>`,
    body: html`
      ${searchForm({
        action: page.path,
        fields: [{ name: 'q', label: `Find ${page.many}`, hint: FINDABLE[page.kind] }],
        values: { q: keyword },
        hidden: filter,
      })}
      ${kitsOf && (await describeFilter(context, kitsOf, page))}
      ${isSimilar && html`<p class="notice">Nothing contains “${keyword}”. These are similar.</p>`}
      ${table({
        caption: page.heading,
        columns: columnsOf(page),
        rows,
        empty: keyword === '' && !kitsOf ? `There are no ${page.many} yet.` : `No ${page.many} found.`,
      })}
      ${pager({
        page: number,
        hasNext,
        href: (to) =>
          `${page.path}?${new URLSearchParams({ ...filter, ...(keyword && { q: keyword }), page: String(to) })}`,
      })}
    `,
  };
}

const FINDABLE: Readonly<Record<KindPage['kind'], string>> = {
  club: 'Name, slug or number.',
  kit: 'Name, whole slug, or number.',
  brand: 'Name, slug or number.',
  competition: 'Name, slug or number.',
  season: 'Year or number.',
  kit_type: 'Name or number.',
};

function readFilter(query: Readonly<Record<string, string>>): { kind: RecordKind; id: number } | undefined {
  const found = KIND_PAGES.find(({ kind }) => kind !== 'kit' && query[kind] !== undefined);
  if (!found || found.kind === 'kit') return undefined;
  return { kind: found.kind, id: readId(query[found.kind]) };
}

async function describeFilter(
  { db }: Context,
  { kind, id }: { kind: RecordKind; id: number },
  page: KindPage,
): Promise<Html> {
  const of = pageOf(kind);
  const stored = await findStored(db, of, id);
  const name = stored ? nameOf(of, stored.line) : String(id);
  return html`<p>
    Kits of the ${of.one} <a href="${of.path}/${id}">${name}</a>. <a href="${page.path}">Show all kits</a>
  </p>`;
}

function columnsOf(page: KindPage): Array<Column<ListRow>> {
  const text = (label: string, name: string): Column<ListRow> => ({
    label,
    cell: (row) => row[name] as HtmlValue,
  });
  const name: Column<ListRow> = {
    label: page.key === 'year' ? 'Season' : 'Name',
    cell: (row) => html`<a href="${page.path}/${row.id}">${(row['name'] ?? row['year']) as string}</a>`,
  };
  const slug: Column<ListRow> = { label: 'Slug', cell: (row) => html`<code>${row['slug'] as string}</code>` };
  const kits: Column<ListRow> = {
    label: 'Kits',
    isNumber: true,
    cell: (row) => {
      const count = Number(row['kits']);
      if (count === 0) return '0';
      return html`<a href="${ADMIN_ROOT}/kits?${page.kind}=${row.id}">${count.toLocaleString('en')}</a>`;
    },
  };
  const columns: Record<KindPage['kind'], Array<Column<ListRow>>> = {
    club: [name, slug, text('Country', 'country'), kits],
    brand: [name, slug, kits],
    competition: [name, slug, text('Country', 'country')],
    season: [name, kits],
    kit_type: [
      name,
      text('Category', 'category'),
      { ...text('Place', 'order_priority'), isNumber: true },
      { label: 'Goalkeeper', cell: (row) => (row['is_goalkeeper'] ? 'yes' : '') },
      kits,
    ],
    kit: [name, text('Club', 'club'), text('Season', 'season'), text('Type', 'type'), text('Brand', 'brand')],
  };
  return [...columns[page.kind], { label: 'Number', isNumber: true, cell: (row) => String(row.id) }];
}
