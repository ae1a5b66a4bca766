import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { Router, type RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { SHARED_ROOT } from '../paths.ts';
import { throttle } from '../throttled.ts';
import { sharedRoutes } from './shared-routes.ts';
import { readUnlockCookies } from './unlock-cookie.ts';

/** All routes below `/api/shared/`: open to anyone with a link, and rate-limited by address, wrong links included. */
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

/** Not for shared caches: whether there is an answer depends on a cookie, and on whether the link has ended. */
const keepPrivate: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'private, no-cache');
  next();
};
