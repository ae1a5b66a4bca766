import { ServiceError } from '@kitroom/server/http/errors';

/** 403: the caller may see it, and may not do this with it. */
export function permissionDenied(): ServiceError {
  return new ServiceError('forbidden', 'You do not have permission to perform this action.');
}
