import type { Reply } from '@kitroom/server/http/endpoint';
import { toPageReply, type AskedPage } from '../page-reply.ts';
import type { KitIdPage } from './list-kits.ts';
import type { CatalogueIndex } from '../search-index/catalogue-index.ts';
import { listKits } from './kit-rows.ts';
import { toExpandedKit, toKitListItem } from './kit-view.ts';

/** A page of kits as an array, with `Link` and `X-Total-Count`; `expand` adds details. */
export function toKitPage(index: CatalogueIndex, { ids, total }: KitIdPage, asked: AskedPage): Reply {
  const view = asked.query['expand'] === true ? toExpandedKit : toKitListItem;
  const kits = listKits(index, ids).map((row) => view(row, asked.baseUrl));
  return toPageReply(kits, total, asked);
}

/** The tables that lists of kits show. */
export const KIT_TAGS = ['kits', 'clubs', 'seasons', 'kit_types'];

/** The tables that lists with `expand=true`, and kits themselves, show. */
export const EXPANDED_TAGS = [...KIT_TAGS, 'brands'];
