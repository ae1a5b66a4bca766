import type { Database } from '../database/database.ts';
import { bulkForm, rowCheckbox } from './bulk.ts';
import { hiddenInputs, searchForm, type FormValues } from './form.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';
import {
  COUNTED_MAX,
  readFilters,
  readList,
  readRows,
  SORTED_MAX,
  type FilterValues,
  type ListRequest,
  type ListResult,
} from './list-queries.ts';
import type { PageRequest } from './page-router.ts';
import { readPage } from './read-number.ts';
import { actionsColumn } from './record-actions.ts';
import { countOf, hasPage, listHref, type AnyResource, type Nouns } from './resource.ts';
import { table, type Column } from './table.ts';

/** Rows per page of a list. */
const PAGE_ROWS = 50;

/** A paginated list with filters, sortable columns and bulk actions. */
export async function listPage<Visitor>(
  db: Database,
  resource: AnyResource<Visitor>,
  request: PageRequest<Visitor>,
): Promise<Page> {
  const { title, form, filters: fields } = resource;
  const { query, csrf } = request;
  const path = listHref(resource);
  const columns = columnsOf(resource, request);
  const filters = readFilters(Object.fromEntries(fields.map(({ name }) => [name, query[name]])));
  const sort = readSort(query, columns, resource.sort);
  const page = readPage(query['page']);
  const listRequest = { filters, sort, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
  const { rows, total, isCut, isSimilar } = await readOrFindSimilar(db, resource, listRequest);
  const order: Record<string, string> = sort === resource.sort ? {} : { sort };
  const kept = { ...filters, ...order };
  const note = await resource.note?.(request);
  return {
    title,
    ...(form?.create && {
      actions: html`<a class="button primary" href="${path}/new"
        >${form.title ?? `New ${resource.singular}`}</a
      >`,
    }),
    body: html`
      ${isSimilar && html`<p class="notice">Nothing contains “${filters['q']}”. These are similar.</p>`}
      ${note && html`<p class="quiet">${note}</p>`}
      ${fields.length > 0 && searchForm({ action: path, fields, values: filters, hidden: order })}
      ${isCut && cutNotice(resource, total)}
      ${showRows(resource, request, rows, {
        columns,
        sort,
        hrefOf: (to) => `${path}?${new URLSearchParams({ ...kept, sort: to })}`,
      })}
      ${rows.length > 0 && bulkForm(resource, { csrf, filters, total })}
      ${
        (total > 0 || page > 1) &&
        pager({
          page,
          pages: Math.max(1, Math.ceil((isCut ? SORTED_MAX : total) / PAGE_ROWS)),
          counted: formatTotal(resource, total),
          path,
          kept,
        })
      }
      ${await resource.below?.(request)}
    `,
  };
}

/** A table of the newest rows of a resource, with their actions, for the page of another resource. */
export async function resourceTable<Visitor>(
  db: Database,
  resource: AnyResource<Visitor>,
  request: PageRequest<Visitor>,
  filters: FilterValues = {},
): Promise<Html> {
  const { source, sort, title } = resource;
  const { rows } = await readList<object>(db, source, { filters, sort, limit: PAGE_ROWS, offset: 0 });
  const columns = [...resource.columns(request), actionsColumn(resource, request.csrf)];
  return table({ caption: title, columns, rows, empty: 'No entries.' });
}

/** The columns of a list, including actions for records that have no page. */
function columnsOf<Visitor>(
  resource: AnyResource<Visitor>,
  request: PageRequest<Visitor>,
): ReadonlyArray<Column<object>> {
  const columns = resource.columns(request);
  if (hasPage(resource) || !resource.actions) return columns;
  return [...columns, actionsColumn(resource, request.csrf)];
}

async function readOrFindSimilar<Visitor>(
  db: Database,
  { source, findSimilar }: AnyResource<Visitor>,
  request: ListRequest,
): Promise<ListResult<object> & { isSimilar?: boolean }> {
  const result = await readList<object>(db, source, request);
  const { q, ...others } = request.filters;
  const isAlone = q !== undefined && Object.keys(others).length === 0;
  if (result.total > 0 || request.offset > 0 || !isAlone || !findSimilar) return result;
  const keys = await findSimilar(q);
  return { rows: await readRows<object>(db, source, keys), total: keys.length, isSimilar: keys.length > 0 };
}

/** Unknown orders are ignored. */
function readSort(query: FormValues, columns: ReadonlyArray<Column<object>>, first: string): string {
  const { sort: requested = '' } = query;
  const name = requested.replace(/^-/, '');
  return columns.some(({ sort }) => sort !== undefined && sort === name) ? requested : first;
}

function showRows<Visitor>(
  resource: AnyResource<Visitor>,
  request: PageRequest<Visitor>,
  rows: readonly object[],
  sorted: { columns: ReadonlyArray<Column<object>>; sort: string; hrefOf(sort: string): string },
): Html {
  const { title, plural, show, actions = [] } = resource;
  const empty = resource.empty ?? `There are no such ${plural}.`;
  const isBulk = actions.some(({ bulk }) => bulk);
  const choose = (row: object) => isBulk && rowCheckbox(resource, row);
  if (show) return rows.length === 0 ? html`<p class="empty">${empty}</p>` : show(rows, choose, request);
  const { columns, ...sorting } = sorted;
  return table({ caption: title, columns, rows, empty, sorting, ...(isBulk && { choose }) });
}

function cutNotice(nouns: Nouns, total: number): Html {
  return html`<p class="notice">
    These are the newest ${SORTED_MAX.toLocaleString('en')} of ${formatTotal(nouns, total)}, sorted. Use the
    filters to sort all that match.
  </p>`;
}

function formatTotal(nouns: Nouns, total: number): string {
  return total >= COUNTED_MAX ? `over ${countOf(nouns, COUNTED_MAX)}` : countOf(nouns, total);
}

/** Input of the links between the pages of a list. */
interface PagerOptions {
  page: number;
  pages: number;
  /** The number of rows on all pages: `2,812 kits`. */
  counted: string;
  path: string;
  /** The filters and the order, which all links keep. */
  kept: FormValues;
}

/** Lists with more pages also get a field for the page number. */
const FEW_PAGES = 3;

/** Links to the first, previous, next and last page, the total, and a field for any other page. */
function pager({ page, pages, counted, path, kept }: PagerOptions): Html {
  const href = (to: number) => `${path}?${new URLSearchParams({ ...kept, page: String(to) })}`;
  const link = (to: number, label: string, rel?: string) =>
    html`<a class="button" rel="${rel ?? 'nofollow'}" href="${href(to)}">${label}</a>`;
  const isOnly = pages === 1 && page === 1;
  return html`<nav class="pager" aria-label="Pages">
    ${page > 2 && link(1, 'First')} ${page > 1 && link(Math.min(page - 1, pages), 'Previous', 'prev')}
    <span>
      ${!isOnly && html`Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')} · `}${counted}
    </span>
    ${page < pages && link(page + 1, 'Next', 'next')} ${page < pages - 1 && link(pages, 'Last')}
    ${pages > FEW_PAGES && jumpForm(path, kept, pages)}
  </nav>`;
}

function jumpForm(path: string, kept: FormValues, pages: number): Html {
  return html`<form class="jump" method="get" action="${path}">
    ${hiddenInputs(kept)}
    <label for="jump">Page</label>
    <input
      id="jump"
      name="page"
      inputmode="numeric"
      autocomplete="off"
      size="5"
      aria-description="1 to ${pages}"
    />
    <button type="submit">Go</button>
  </form>`;
}
