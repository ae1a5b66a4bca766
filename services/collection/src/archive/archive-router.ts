import { notFound } from '@kitroom/server/errors';
import { mountEndpoints, type MountOptions } from '@kitroom/server/mount';
import { Router, type RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { toInvalidInput } from '../invalid-input.ts';
import { archiveRoutes } from './archive-routes.ts';
import { limitArchive } from './limit-archive.ts';

/** All below `/archive/`: open to everyone, counted by address, and with errors of its own for what cannot be. */
export function createArchiveRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use('/archive', limitArchive(context), leaveRequestId);
  router.use(mountEndpoints(archiveRoutes(context), { ...mounting, toInvalidInput: toInvalidArchiveInput }));
  return router;
}

/** An id that cannot be is one that is not there; all else that can be wrong is the keyword. */
const toInvalidArchiveInput: MountOptions['toInvalidInput'] = (issues) =>
  issues.some(({ path }) => path[0] === 'keyword') ? toInvalidInput(issues) : notFound('Not found.');

/** The question to the catalogue carries the request's id, so that both logs tell of it under one. */
const leaveRequestId: RequestHandler = (request, response, next) => {
  response.locals['requestId'] = request.id;
  next();
};
