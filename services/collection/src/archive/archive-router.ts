import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { Router } from 'express';
import type { Context } from '../context.ts';
import { archiveRoutes } from './archive-routes.ts';
import { limitByAddress } from '../limit-by-address.ts';

/** All routes below `/archive/`: public, and rate-limited by address. */
export function createArchiveRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/archive',
    limitByAddress(context, { name: 'archive', throttle: context.config.THROTTLE_ARCHIVE }),
  );
  router.use(mountEndpoints(archiveRoutes(context), mounting));
  return router;
}
