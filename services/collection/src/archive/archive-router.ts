import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { Router } from 'express';
import type { Context } from '../context.ts';
import { archiveRoutes } from './archive-routes.ts';
import { throttle } from '../throttled.ts';

/** All routes below `/archive/`: public, and rate-limited by address. */
export function createArchiveRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/archive',
    throttle(context, {
      name: 'archive',
      throttle: context.config.THROTTLE_ARCHIVE,
      prefix: 'kitroom:collection:rate:archive:',
    }),
  );
  router.use(mountEndpoints(archiveRoutes(context), mounting));
  return router;
}
