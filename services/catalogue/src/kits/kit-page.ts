import type { Database } from '@kitroom/server/database/database';
import type { Reply } from '@kitroom/server/http/endpoint';
import { toPageReply, type AskedPage } from '../page-reply.ts';
import type { PictureOptions } from '../records.ts';
import type { KitIdPage } from './kit-list-queries.ts';
import { listExpandedKitRows, listKitItemRows } from './kit-queries.ts';
import { toExpandedKit, toKitListItem } from './kit-view.ts';

/** A page of kits as an array, with `Link` and `X-Total-Count`; `expand` adds details. */
export async function readKitPage(
  db: Database,
  { ids, total }: KitIdPage,
  { logo, ...asked }: AskedPage & PictureOptions,
): Promise<Reply> {
  const options = { baseUrl: asked.baseUrl, logo };
  const list = asked.query['expand'] === true ? listExpandedKits : listKits;
  return toPageReply(await list(db, ids, options), total, asked);
}

/** Kits with details, in the order of `ids`. */
export async function listExpandedKits(db: Database, ids: readonly number[], options: PictureOptions) {
  return (await listExpandedKitRows(db, ids)).map((row) => toExpandedKit(row, options));
}

async function listKits(db: Database, ids: readonly number[], { baseUrl }: PictureOptions) {
  return (await listKitItemRows(db, ids)).map((row) => toKitListItem(row, baseUrl));
}
