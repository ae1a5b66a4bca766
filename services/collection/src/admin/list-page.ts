import { searchForm, type Field, type FormValues } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import { readPage } from '@kitroom/server/pages/read-number';
import { pager } from '@kitroom/server/pages/table';
import { isStorable } from '@kitroom/shared';
import { ADMIN_PAGE_ROWS } from '../limits.ts';

/** What somebody looks for, by the names of the fields; undefined where a field is empty. */
export type Wanted = Readonly<Record<string, string | undefined>>;

/** A list with fields to search it, page by page. */
export interface ListOptions<Row> {
  title: string;
  /** A sentence above the list. */
  note?: string;
  path: string;
  query: FormValues;
  fields: readonly Field[];
  /** The rows of a part of the list. */
  list(wanted: Wanted, part: { limit: number; offset: number }): Promise<Row[]>;
  show(rows: readonly Row[]): Html;
}

/** Lists what is asked for. */
export async function listPage<Row>(options: ListOptions<Row>): Promise<Page> {
  const { title, note, path, query, fields, list, show } = options;
  const page = readPage(query['page']);
  const wanted = Object.fromEntries(fields.map(({ name }) => [name, clean(query[name])]));
  const offset = (page - 1) * ADMIN_PAGE_ROWS;
  // One more than is shown tells whether there is a next page.
  const rows = await list(wanted, { limit: ADMIN_PAGE_ROWS + 1, offset });
  const values = Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, value ?? '']));
  return {
    title,
    body: html`
      ${note !== undefined && html`<p class="quiet">${note}</p>`}
      ${fields.length > 0 && searchForm({ action: path, fields, values })}
      ${show(rows.slice(0, ADMIN_PAGE_ROWS))}
      ${pager({
        page,
        hasNext: rows.length > ADMIN_PAGE_ROWS,
        href: (to) => `${path}?${new URLSearchParams({ ...values, page: String(to) })}`,
      })}
    `,
  };
}

/** A text that the database cannot hold finds nothing in it. */
function clean(text = ''): string | undefined {
  return isStorable(text) ? text.trim() || undefined : undefined;
}
