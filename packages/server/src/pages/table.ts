import { attributes, html, type Html, type HtmlValue } from './html.ts';

/** A table column. */
export interface Column<Row> {
  label: string;
  cell(row: Row): HtmlValue;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Contains fixed terms, which do not wrap. */
  keepsWords?: boolean;
  /** The name of the order by this column; undefined if rows cannot be sorted by it. */
  sort?: string;
}

/** The order of a table, and its address in another order. */
interface Sorting {
  /** The `sort` of a column, after `-` if descending. */
  sort: string;
  hrefOf(sort: string): string;
}

/**
 * A table, or a sentence if it is empty. On narrow screens each row becomes a block with the column names
 * next to the values; explicit roles keep it a table for screen readers.
 */
export function table<Row>(options: {
  /** The caption, for screen readers. */
  caption: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  empty: HtmlValue;
  sorting?: Sorting;
  /** Content before that of the first cell: a checkbox. */
  choose?(row: Row): HtmlValue;
}): Html {
  const { caption, columns, rows, empty, sorting, choose } = options;
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<table role="table">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => headerCell(column, sorting))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map((column, index) => cell(column, row, index === 0 && choose?.(row)))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A list of names and values. */
export function definitionList(entries: ReadonlyArray<readonly [label: string, value: HtmlValue]>): Html {
  return html`<dl class="facts">
    ${entries.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function headerCell<Row>(column: Column<Row>, sorting: Sorting | undefined): Html {
  const { label, sort } = column;
  if (!sorting || sort === undefined) {
    return html`<th role="columnheader" scope="col" class="${classes(column)}">${label}</th>`;
  }
  const [isAscending, isDescending] = [sorting.sort === sort, sorting.sort === `-${sort}`];
  const order = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  const next = isAscending ? `-${sort}` : sort;
  return html`<th
    role="columnheader"
    scope="col"
    class="${classes(column)} sortable"
    ${attributes({ 'aria-sort': order })}
  >
    <a href="${sorting.hrefOf(next)}">${label}</a>
  </th>`;
}

function cell<Row>(column: Column<Row>, row: Row, lead: HtmlValue): Html {
  const content = column.cell(row);
  return html`<td role="cell" class="${classes(column)}" data-label="${column.label}">
    ${
      lead
        ? html`<div class="chosen">
            ${lead}
            <div>${content}</div>
          </div>`
        : html`<div>${content}</div>`
    }
  </td>`;
}

function classes({ isNumber, keepsWords }: { isNumber?: boolean; keepsWords?: boolean }): string {
  return [isNumber && 'number', keepsWords && 'whole'].filter(Boolean).join(' ');
}

/** A timestamp in UTC, to the minute; a dash for null. */
export function time(at: Date | null): Html {
  if (!at) return html`–`;
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}</time>`;
}

/** A list of links: labels by address. */
export function linkList(links: Readonly<Record<string, string>>): Html {
  return html`<ul class="links">
    ${Object.entries(links).map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}
  </ul>`;
}
