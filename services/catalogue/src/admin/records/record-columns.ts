import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import type { Column } from '@kitroom/server/pages/table';
import type { KitItemRow } from '../../kits/kit-rows.ts';
import { ADMIN_ROOT } from '../operator-session.ts';
import { showKit, showLogo } from './record-picture.ts';
import type { KindPage } from './kind-pages.ts';
import type { ListRow } from './record-list-queries.ts';

/** The columns of a list of records. */
export function columnsOf(page: KindPage): Array<Column<ListRow>> {
  const { name, slug, kits } = sharedColumns(page);
  const country = text('Country', 'country', 'country');
  const columns: Record<KindPage['kind'], Array<Column<ListRow>>> = {
    club: [name, slug, country, kits],
    brand: [name, slug, kits],
    competition: [name, slug, country],
    season: [name, kits],
    kit_type: [
      name,
      text('Category', 'category', 'category'),
      { ...text('Place', 'order_priority'), isNumber: true },
      { label: 'Goalkeeper', cell: (row) => (row['is_goalkeeper'] ? 'yes' : '') },
      kits,
    ],
    kit: [
      name,
      text('Club', 'club', 'club'),
      text('Season', 'season', 'season'),
      text('Type', 'type', 'type'),
      text('Brand', 'brand', 'brand'),
      { ...text('Rating', 'rating', 'rating'), isNumber: true },
    ],
  };
  const number: Column<ListRow> = {
    label: 'Number',
    isNumber: true,
    sort: 'number',
    cell: (row) => String(row.id),
  };
  return [...columns[page.kind], number];
}

function sharedColumns(page: KindPage): Record<'name' | 'slug' | 'kits', Column<ListRow>> {
  const isSeason = page.kind === 'season';
  return {
    name: {
      label: isSeason ? 'Season' : 'Name',
      sort: isSeason ? 'season' : 'name',
      cell: (row) => html`${pictureOf(page, row)}<a href="${page.path}/${row.id}">${nameOfRow(row)}</a>`,
    },
    slug: { label: 'Slug', cell: (row) => html`<code>${row['slug'] as string}</code>` },
    kits: {
      label: 'Kits',
      isNumber: true,
      cell(row) {
        const count = Number(row['kits']);
        if (count === 0) return '0';
        return html`<a href="${ADMIN_ROOT}/kits?${page.kind}=${row.id}">${count.toLocaleString('en')}</a>`;
      },
    },
  };
}

export function nameOfRow(row: ListRow): string {
  return (row['name'] ?? row['year']) as string;
}

function pictureOf({ kind }: KindPage, row: ListRow): Html | undefined {
  if (kind === 'kit') return showKit(row as unknown as KitItemRow, 'thumb');
  return showLogo(row['logo'], 'thumb');
}

function text(label: string, name: string, sort?: string): Column<ListRow> {
  return { label, ...(sort !== undefined && { sort }), cell: (row) => row[name] as HtmlValue };
}
