import { mountEndpoints, type MountOptions } from '@kitroom/server/mount';
import { Router, type RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { archiveRoutes } from './archive-routes.ts';
import { limitArchive } from './limit-archive.ts';

/** All below `/archive/`: open to everyone, and counted by address. */
export function createArchiveRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use('/archive', limitArchive(context), leaveRequestId);
  router.use(mountEndpoints(archiveRoutes(context), mounting));
  return router;
}

/** The question to the catalogue carries the request's id, so that both logs tell of it under one. */
const leaveRequestId: RequestHandler = (request, response, next) => {
  response.locals['requestId'] = request.id;
  next();
};
