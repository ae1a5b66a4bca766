import { html, type Html } from './html.ts';

/** What links between the pages of a list need. */
export interface PagerOptions {
  page: number;
  /** The number of rows on all pages. */
  total: number;
  /** Rows per page. */
  size: number;
  /** The number of rows that pages lead to, if less than `total`. */
  reachable?: number;
  /** The total in words: `2,812 kits`. */
  counted?: string;
  path: string;
  /** The filters and the order, which stay. */
  kept: Readonly<Record<string, string>>;
}

/** Up to this many pages, the links suffice. */
const FEW_PAGES = 3;

/** Links to the first, previous, next and last page, the total, and a field for any other page. */
export function pager(options: PagerOptions): Html | undefined {
  const { page, total, size, reachable = total, counted, path, kept } = options;
  const pages = Math.max(1, Math.ceil(Math.min(reachable, total) / size));
  if (total === 0 && page === 1) return undefined;
  const href = (to: number) => `${path}?${new URLSearchParams({ ...kept, page: String(to) })}`;
  const link = (to: number, label: string, rel?: string) =>
    html`<a class="button" rel="${rel ?? 'nofollow'}" href="${href(to)}">${label}</a>`;
  const isOnly = pages === 1 && page === 1;
  return html`<nav class="pager" aria-label="Pages">
    ${page > 2 && link(1, 'First')} ${page > 1 && link(Math.min(page - 1, pages), 'Previous', 'prev')}
    <span>
      ${!isOnly && html`Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')}`}
      ${!isOnly && counted !== undefined && ' · '}${counted}
    </span>
    ${page < pages && link(page + 1, 'Next', 'next')} ${page < pages - 1 && link(pages, 'Last')}
    ${pages > FEW_PAGES && jumpForm(path, kept, pages)}
  </nav>`;
}

function jumpForm(path: string, kept: PagerOptions['kept'], pages: number): Html {
  return html`<form class="jump" method="get" action="${path}">
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
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
