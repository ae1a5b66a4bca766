import type { RequestHandler } from 'express';
import { deleteToken } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import { findTokenOfCaller } from '../sessions/caller.ts';
import { isEndpoint, isRead } from './request-kinds.ts';

/**
 * Rejects changes by a token that may only read, before any other check, limits included: such a request
 * costs no more than one that a limit rejects. The token may delete itself.
 */
export const refuseReadOnlyToken: RequestHandler = (request, response, next) => {
  const isReadOnly = findTokenOfCaller(response)?.scope === 'read';
  if (isReadOnly && !isRead(request) && !isEndpoint(request, deleteToken)) {
    throw new ServiceError('forbidden', 'This token may only read.');
  }
  next();
};
