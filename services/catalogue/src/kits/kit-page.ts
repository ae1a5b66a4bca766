import type { Database } from '@kitroom/server/database/database';
import { Reply } from '@kitroom/server/http/endpoint';
import { toPageHeaders } from '@kitroom/server/http/paging';
import type { PictureOptions } from '../records.ts';
import type { KitIdPage } from './kit-list-queries.ts';
import { listExpandedKitRows, listKitItemRows } from './kit-queries.ts';
import { toExpandedKit, toKitListItem } from './kit-view.ts';

type Value = string | number | boolean;

/** What was asked for: the path, and the parameters as they were understood, which cached answers share. */
interface Asked {
  path: string;
  query: Readonly<Record<string, Value | readonly Value[] | undefined>> & {
    page: number;
    page_size: number;
    expand?: boolean | undefined;
  };
}

/** A page of kits as an array, with `Link` and `X-Total-Count`. */
export async function readKitPage(
  db: Database,
  { ids, total }: KitIdPage,
  { path, query }: Asked,
  options: PictureOptions,
): Promise<Reply> {
  const url = new URL(`${options.baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one));
  }
  const items = query.expand ? await listExpandedKits(db, ids, options) : await listKits(db, ids, options);
  return new Reply(items, {
    headers: toPageHeaders(url.href, { page: query.page, size: query.page_size }, total),
  });
}

/** Kits with details, in the order of `ids`. */
export async function listExpandedKits(db: Database, ids: readonly number[], options: PictureOptions) {
  return (await listExpandedKitRows(db, ids)).map((row) => toExpandedKit(row, options));
}

async function listKits(db: Database, ids: readonly number[], { baseUrl }: PictureOptions) {
  return (await listKitItemRows(db, ids)).map((row) => toKitListItem(row, baseUrl));
}
