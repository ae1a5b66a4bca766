import { searchForm, type Field, type FormValues } from './form.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { readPage } from './read-number.ts';
import { pager } from './table.ts';
import { isStorable } from '@kitroom/shared';

/** Rows per page of a list. */
export const PAGE_ROWS = 50;

/** The filters by field name; undefined if empty. */
export type Wanted = Readonly<Record<string, string | undefined>>;

/** A paginated list with filter fields. */
export interface ListOptions<Row> {
  title: string;
  /** A sentence above the list. */
  note?: string;
  path: string;
  query: FormValues;
  fields: readonly Field[];
  /** Reads part of the filtered list. */
  list(wanted: Wanted, part: { limit: number; offset: number }): Promise<Row[]>;
  show(rows: readonly Row[]): Html;
}

/** Renders a paginated list with its filters. */
export async function listPage<Row>(options: ListOptions<Row>): Promise<Page> {
  const { title, note, path, query, fields, list, show } = options;
  const page = readPage(query['page']);
  const wanted = Object.fromEntries(fields.map(({ name }) => [name, clean(query[name])]));
  const offset = (page - 1) * PAGE_ROWS;
  // One extra row tells whether there is a next page.
  const rows = await list(wanted, { limit: PAGE_ROWS + 1, offset });
  const values = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, value ?? '']));
  return {
    title,
    body: html`
      ${note !== undefined && html`<p class="quiet">${note}</p>`}
      ${fields.length > 0 && searchForm({ action: path, fields, values })} ${show(rows.slice(0, PAGE_ROWS))}
      ${pager({
        page,
        hasNext: rows.length > PAGE_ROWS,
        href: (to) => `${path}?${new URLSearchParams({ ...values, page: String(to) })}`,
      })}
    `,
  };
}

/** Text that the database cannot store matches nothing. */
function clean(text = ''): string | undefined {
  return isStorable(text) ? text.trim() || undefined : undefined;
}
