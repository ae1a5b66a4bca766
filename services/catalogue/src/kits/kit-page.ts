import { Reply } from '@kitroom/server/http/endpoint';
import { toPageHeaders } from '@kitroom/server/http/paging';
import { toKitListItem } from './kit-view.ts';
import type { KitPage } from './list-kits.ts';

type Value = string | number | boolean;

/** Where a page was asked for: the parameters as they were understood, which cached answers share. */
interface Asked {
  baseUrl: string;
  path: string;
  query: Readonly<Record<string, Value | readonly Value[] | undefined>> & { page: number; page_size: number };
}

/** A page of kits as an array, with `Link` and `X-Total-Count`. */
export function toKitPage({ rows, total }: KitPage, { baseUrl, path, query }: Asked): Reply {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one));
  }
  return new Reply(
    rows.map((row) => toKitListItem(row, baseUrl)),
    { headers: toPageHeaders(url.href, { page: query.page, size: query.page_size }, total) },
  );
}
