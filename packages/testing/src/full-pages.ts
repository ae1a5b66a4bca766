/** A list with `LISTED` entries, or an empty one. */
export interface ListAddress {
  path: string;
  request(path: string): Promise<ListResponse>;
}

interface ListResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of responses is checked already
  body: any;
}

/** Number of entries in the lists. */
export const LISTED = 6;

/** Sizes at which the last page is exactly full, has one entry, or is not full. */
export const PAGE_SIZES = [LISTED, LISTED / 2, LISTED / 3, LISTED - 1, LISTED + 1];

/** Names of parameters that choose a page. */
const POSITIONS = ['page', 'after', 'before', 'cursor', 'offset'];

/** Whether a contract is a paginated list. */
export function hasPages({ query }: { query?: { shape: object } | undefined }): boolean {
  return Object.keys(query?.shape ?? {}).some((name) => POSITIONS.includes(name));
}

/** Contents of a page; `null` for a missing neighbour. */
interface PageContents {
  entries: number;
  next: number | null;
  previous?: number | null;
  total?: number;
  /** The number of the last page. */
  pages?: number;
}

/** How lists of one response format are read. `number` is the page number. */
interface Form {
  size: 'page_size' | 'limit';
  shows: ReadonlyArray<keyof PageContents>;
  isOf(response: ListResponse): boolean;
  listEntries(body: ListResponse['body']): unknown[];
  read(response: ListResponse, number: number): Omit<PageContents, 'entries'>;
  /** The address of the next page. */
  follow(response: ListResponse, address: string): string;
}

/** Changes after a position. */
const CHANGES: Form = {
  size: 'limit',
  shows: ['entries', 'next'],
  isOf: ({ body }) => 'has_more' in body,
  listEntries: ({ items }) => items,
  read: ({ body }, number) => ({ next: body.has_more ? number + 1 : null }),
  follow: ({ body }, address) => withParameters(address, { after: body.next }),
};

/** A page with the URLs of its neighbours. */
const ENVELOPE: Form = {
  size: 'page_size',
  shows: ['entries', 'next', 'previous', 'total'],
  isOf: ({ body }) => 'results' in body,
  listEntries: ({ results }) => results,
  read: ({ body }) => ({
    next: pageOf(body.next),
    previous: pageOf(body.previous),
    total: body.count,
  }),
  follow: ({ body }) => toPath(body.next),
};

/** Entries next to an object with their position. */
const PAGINATION: Form = {
  size: 'page_size',
  shows: ['entries', 'next', 'previous', 'total', 'pages'],
  isOf: ({ body }) => 'pagination' in body,
  listEntries: ({ data, ...lists }) => Object.values<unknown[]>(data ?? lists).find(Array.isArray) ?? [],
  read({ body: { pagination } }, number) {
    const { next_page: next, previous_page: previous, total_count: total, total_pages: pages } = pagination;
    const flags = [pagination.current_page, pagination.has_next, pagination.has_previous];
    if (String(flags) !== String([number, next !== null, previous !== null]))
      throw new Error(`page ${number} contradicts itself: ${JSON.stringify(pagination)}`);
    return { next, previous, total, pages };
  },
  follow: ({ body }, address) => withParameters(address, { page: body.pagination.next_page }),
};

/** An array with the URLs of all neighbours in its headers. */
const LINKS: Form = {
  size: 'page_size',
  shows: ['entries', 'next', 'previous', 'total', 'pages'],
  isOf: ({ headers }) => headers.has('Link'),
  listEntries: (body) => (Array.isArray(body) ? body : body.seasons),
  read: ({ headers }) => ({
    next: pageOf(linkOf(headers, 'next')),
    previous: pageOf(linkOf(headers, 'prev')),
    total: Number(headers.get('X-Total-Count')),
    pages: pageOf(linkOf(headers, 'last')) ?? Number.NaN,
  }),
  follow: ({ headers }) => toPath(linkOf(headers, 'next')),
};

/**
 * Follows a list to its end with pages of a size. Returns the pages and the number of distinct entries, and
 * the expected values for a list with `count` entries.
 */
export async function followPages(
  { path, request }: ListAddress,
  { size, count }: { size: number; count: number },
) {
  const first = await request(path);
  const form = [CHANGES, ENVELOPE, PAGINATION, LINKS].find(({ isOf }) => isOf(first));
  if (!form) throw new Error(`full-pages.ts does not know the form of ${path}, ${first.status}`);
  const pages: PageContents[] = [];
  const entries = new Set<string>();
  let address: string | undefined = withParameters(path, { [form.size]: size });
  while (address !== undefined && pages.length <= LISTED) {
    const response = await request(address);
    const listed = form.listEntries(response.body);
    const page = { entries: listed.length, ...form.read(response, pages.length + 1) };
    pages.push(page);
    for (const entry of listed) entries.add(JSON.stringify(entry));
    address = page.next === null ? undefined : form.follow(response, address);
  }
  const shown = { pages, entries: entries.size };
  return { shown, expected: { pages: expectPages(form, { size, count }), entries: count } };
}

function expectPages({ shows }: Form, { size, count }: { size: number; count: number }): PageContents[] {
  const pages = Math.max(1, Math.ceil(count / size));
  return Array.from({ length: pages }, (_, index) => {
    const all: Required<PageContents> = {
      entries: Math.min(size, count - index * size),
      next: index + 1 < pages ? index + 2 : null,
      previous: index > 0 ? index : null,
      total: count,
      pages,
    };
    return Object.fromEntries(shows.map((name) => [name, all[name]])) as unknown as PageContents;
  });
}

function withParameters(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const url = new URL(path, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return toPath(url.href);
}

function toPath(url: string | null): string {
  const { pathname, search } = new URL(url ?? '');
  return `${pathname}${search}`;
}

function pageOf(url: string | null): number | null {
  return url === null ? null : Number(new URL(url).searchParams.get('page'));
}

function linkOf(headers: Headers, relation: string): string | null {
  return new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.get('Link') ?? '')?.[1] ?? null;
}
