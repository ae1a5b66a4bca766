import type { Database } from '@kitroom/server/database/database';
import type { Reply } from '@kitroom/server/http/endpoint';
import { toPageReply, type AskedPage } from '../page-reply.ts';
import type { KitIdPage } from './list-kits.ts';
import { listExpandedKitRows, listKitItemRows } from './kit-queries.ts';
import { toExpandedKit, toKitListItem } from './kit-view.ts';

/** A page of kits as an array, with `Link` and `X-Total-Count`; `expand` adds details. */
export async function readKitPage(db: Database, { ids, total }: KitIdPage, asked: AskedPage): Promise<Reply> {
  const list = asked.query['expand'] === true ? listExpandedKits : listKits;
  return toPageReply(await list(db, ids, asked.baseUrl), total, asked);
}

/** Kits with details, in the order of `ids`. */
export async function listExpandedKits(db: Database, ids: readonly number[], baseUrl: string) {
  return (await listExpandedKitRows(db, ids)).map((row) => toExpandedKit(row, baseUrl));
}

async function listKits(db: Database, ids: readonly number[], baseUrl: string) {
  return (await listKitItemRows(db, ids)).map((row) => toKitListItem(row, baseUrl));
}

/** The tables that lists of kits show. */
export const KIT_TAGS = ['kits', 'clubs', 'seasons', 'kit_types'];

/** The tables that lists with `expand=true`, and kits themselves, show. */
export const EXPANDED_TAGS = [...KIT_TAGS, 'brands'];
