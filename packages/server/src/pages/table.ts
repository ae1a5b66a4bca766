import { html, type Html, type HtmlValue } from './html.ts';

/** A table column. */
export interface Column<Row> {
  label: string;
  cell(row: Row): HtmlValue;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Contains fixed terms, which do not wrap. */
  keepsWords?: boolean;
}

/**
 * A table, or a sentence if it is empty. On narrow screens each row becomes a block with the column names next to the
 * values; explicit roles keep it a table for screen readers.
 */
export function table<Row>(options: {
  /** The caption, for screen readers. */
  caption: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  empty: HtmlValue;
}): Html {
  const { caption, columns, rows, empty } = options;
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<table role="table">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (column) =>
            html`<th role="columnheader" scope="col" class="${classes(column)}">${column.label}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map((column) => cell(column, row))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A list of names and values. */
export function facts(entries: ReadonlyArray<readonly [label: string, value: HtmlValue]>): Html {
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

/** Links to the previous and next page; nothing if there is only one page. */
export function pager(options: {
  page: number;
  hasNext: boolean;
  href(page: number): string;
}): Html | undefined {
  const { page, hasNext, href } = options;
  if (page === 1 && !hasNext) return undefined;
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? html`<a class="button" rel="prev" href="${href(page - 1)}">Previous</a>` : html`<span></span>`}
    <span>Page ${page}</span>
    ${hasNext ? html`<a class="button" rel="next" href="${href(page + 1)}">Next</a>` : html`<span></span>`}
  </nav>`;
}

function cell<Row>(column: Column<Row>, row: Row): Html {
  return html`<td role="cell" class="${classes(column)}" data-label="${column.label}">
    <div>${column.cell(row)}</div>
  </td>`;
}

function classes({ isNumber, keepsWords }: { isNumber?: boolean; keepsWords?: boolean }): string {
  return [isNumber && 'number', keepsWords && 'whole'].filter(Boolean).join(' ');
}
