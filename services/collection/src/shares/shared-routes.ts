import { Router, type RequestHandler } from 'express';
import * as contracts from '@kitroom/collection-client';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { findActiveUser } from '../accounts/users/user-queries.ts';
import { showCollection, showFacets, showItemPage } from '../collections/show-collection.ts';
import type { Context } from '../context.ts';
import { toItemDetail } from '../items/item-view.ts';
import { SHARED_ROOT } from '../paths.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import { toPhoto } from '../photos/photo-view.ts';
import { openFailedUnlocks, throttle } from '../throttled.ts';
import {
  getLiveShare,
  openShare,
  readUnlockCookies,
  toUnlockCookie,
  verifySharePassword,
} from './open-share.ts';
import { findSharedItem } from './share-queries.ts';
import { toShared } from './share-view.ts';

/**
 * All routes below `/api/shared/`, which are open to anyone with a link, and rate-limited by address,
 * including requests with wrong links.
 */
export function createSharedRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    SHARED_ROOT,
    throttle(context, {
      name: 'shared',
      throttle: context.config.THROTTLE_SHARED,
      prefix: 'kitroom:collection:rate:shared:',
    }),
    readUnlockCookies(context.config),
    keepPrivate,
  );
  router.use(mountEndpoints(sharedRoutes(context), mounting));
  return router;
}

/**
 * Prevents shared caches from storing responses, which depend on a cookie and on whether the link has ended.
 */
const keepPrivate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};

/** `/api/shared/…`, for anyone with a link */
function sharedRoutes(context: Context): Endpoint[] {
  const { credentials, db, storage } = context;
  const failures = openFailedUnlocks(context);

  const permit = ({ token }: { token: string }, request: RequestContext) =>
    openShare(context, token, request);

  return [
    endpoint(
      contracts.getShared,
      async (_input, request, share) => {
        const owner = await findActiveUser(db, share.user_id);
        if (!owner) throw notFound('Not found.');
        return toShared(share, await showCollection(context, owner, { isOwner: false }, request));
      },
      { permit },
    ),
    endpoint(
      contracts.listSharedItems,
      ({ query }, request, { user_id: userId, item_id: itemId }) =>
        showItemPage(context, { userId, isOwner: false, itemId }, query, request),
      { permit },
    ),
    endpoint(
      contracts.countSharedFacets,
      ({ query }, _request, { user_id: userId, item_id: itemId }) =>
        showFacets(db, { userId, isOwner: false, itemId }, query),
      { permit },
    ),
    endpoint(
      contracts.getSharedItem,
      async ({ params: { id } }, request, share) => {
        const item = await findSharedItem(db, share, id);
        if (!item) throw notFound('Not found.');
        const photos = await photosOfItems(db, [item.id]);
        return toItemDetail(
          item,
          undefined,
          photos.map((photo) => toPhoto(photo, storage, request.baseUrl)),
        );
      },
      { permit },
    ),
    endpoint(contracts.unlockShared, async ({ params: { token }, body }, { address, baseUrl }) => {
      const share = await getLiveShare(db, token);
      if (share.password_hash === null) return undefined;
      await verifySharePassword({ credentials, failures }, share, { ...body, address });
      const cookie = toUnlockCookie(context, share, { token, baseUrl });
      return new Reply(undefined, { headers: { 'Set-Cookie': cookie } });
    }),
  ];
}
