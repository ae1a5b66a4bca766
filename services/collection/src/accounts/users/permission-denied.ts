import { ServiceError } from '@kitroom/server/http/errors';

/** 403: the resource is visible to the caller, but the action is not allowed. */
export function permissionDenied(): ServiceError {
  return new ServiceError('forbidden', 'You do not have permission to perform this action.');
}
