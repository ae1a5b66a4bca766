import { bulkForm, chooser, type BulkOffer } from './bulk.ts';
import { searchForm, type Field, type FormValues } from './form.ts';
import { html, type Html, type HtmlValue } from './html.ts';
import type { Page } from './layout.ts';
import { COUNTED_MAX, SORTED_MAX, type ListAnswer, type ListRequest } from './list-queries.ts';
import { pager } from './pager.ts';
import { readFilters } from './read-filters.ts';
import { readPage } from './read-number.ts';
import { table, type Column } from './table.ts';

/** Rows per page of a list. */
export const PAGE_ROWS = 50;

/** A paginated list with filters, sortable columns and bulk actions. */
export interface ListOptions<Row> {
  title: string;
  /** A sentence above the list. */
  note?: HtmlValue;
  /** Links and buttons next to the title. */
  actions?: Html;
  path: string;
  query: FormValues;
  /** The filters. */
  fields: readonly Field[];
  columns: ReadonlyArray<Column<Row>>;
  /** The order at first: the `sort` of a column, after `-` if descending. */
  sort: string;
  /** The plural of what is listed. */
  many: string;
  /** The sentence in place of an empty list. */
  empty: string;
  /** Reads a page of the filtered list. */
  read(request: ListRequest): Promise<ListAnswer<Row>>;
  /** What can be done with several rows at once. */
  bulk?: BulkOffer<Row>;
  /** Shows the rows other than as a table; `choose` is the row's checkbox. */
  show?(rows: readonly Row[], choose: (row: Row) => HtmlValue): Html;
}

/** Renders a list. */
export async function listPage<Row>(options: ListOptions<Row>): Promise<Page> {
  const { title, note, actions, path, query, fields, many } = options;
  const filters = readFilters(Object.fromEntries(fields.map(({ name }) => [name, query[name]])));
  const sort = readSort(options);
  const page = readPage(query['page']);
  const answer = await options.read({ filters, sort, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS });
  const values = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value ?? '']));
  const sorting = sort === options.sort ? undefined : sort;
  const kept = withoutEmpty({ ...values, sort: sorting });
  const hrefWith = (change: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...kept, ...change })}`;
  return {
    title,
    ...(actions && { actions }),
    body: html`
      ${note && html`<p class="quiet">${note}</p>`}
      ${fields.length > 0 && searchForm({ action: path, fields, values, hidden: withoutEmpty({ sort: sorting }) })}
      ${answer.isCut && cutNotice(answer.total, many)}
      ${showRows(options, answer.rows, sort, (to) => hrefWith({ sort: to }))}
      ${options.bulk && answer.rows.length > 0 && bulkForm(options.bulk, { filters: withoutEmpty(values), total: answer.total, many })}
      ${pager({
        page,
        total: answer.total,
        size: PAGE_ROWS,
        reachable: answer.isCut ? SORTED_MAX : answer.total,
        counted: `${formatTotal(answer.total)} ${many}`,
        path,
        kept,
      })}
    `,
  };
}

/** Unknown orders are ignored. */
function readSort<Row>({ query, columns, sort }: ListOptions<Row>): string {
  const asked = query['sort'] ?? '';
  const name = asked.replace(/^-/, '');
  return columns.some((column) => column.sort !== undefined && column.sort === name) ? asked : sort;
}

function showRows<Row>(
  options: ListOptions<Row>,
  rows: readonly Row[],
  sort: string,
  hrefOf: (sort: string) => string,
): Html {
  const { title, columns, empty, bulk, show } = options;
  const choose = (row: Row) => bulk && chooser(bulk, row);
  if (show) return rows.length === 0 ? html`<p class="empty">${empty}</p>` : show(rows, choose);
  return table({ caption: title, columns, rows, empty, sorting: { sort, hrefOf }, ...(bulk && { choose }) });
}

function cutNotice(total: number, many: string): Html {
  return html`<p class="notice">
    These are the newest ${SORTED_MAX.toLocaleString('en')} of ${formatTotal(total)} ${many}, sorted. Use the
    filters to sort all that match.
  </p>`;
}

function formatTotal(total: number): string {
  return total >= COUNTED_MAX ? `over ${COUNTED_MAX.toLocaleString('en')}` : total.toLocaleString('en');
}

function withoutEmpty(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given) as Record<string, string>;
}
