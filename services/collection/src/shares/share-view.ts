import type * as z from 'zod';
import type { createdShare, share, shared } from '@kitroom/collection-client';
import type { showCollection } from '../collections/show-collection.ts';
import type { Config } from '../config.ts';
import { SHARED_ROOT } from '../paths.ts';
import type { ShareRow } from './share-queries.ts';

type Share = z.input<typeof share>;

export function toShare(row: ShareRow): Share {
  return {
    id: row.id,
    scope: scopeOf(row),
    item: row.item_id,
    title: row.title,
    has_password: row.password_hash !== null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** A new link with its URL and token, which are shown only once. */
export function toCreatedShare(
  row: ShareRow,
  token: string,
  { baseUrl, config }: { baseUrl: string; config: Pick<Config, 'SHARE_URL'> },
): z.input<typeof createdShare> {
  const url = config.SHARE_URL ? `${config.SHARE_URL}/${token}` : `${baseUrl}${SHARED_ROOT}/${token}/`;
  return { ...toShare(row), url, token };
}

/** The content of a link. Only a link to the whole collection has statistics. */
export function toShared(
  row: ShareRow,
  { user, statistics }: Awaited<ReturnType<typeof showCollection>>,
): z.input<typeof shared> {
  return {
    scope: scopeOf(row),
    item: row.item_id,
    title: row.title,
    user,
    statistics: row.item_id === null ? statistics : null,
  };
}

function scopeOf({ item_id: itemId }: ShareRow): Share['scope'] {
  return itemId === null ? 'collection' : 'item';
}
