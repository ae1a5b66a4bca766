import { notFound, type ServiceError } from '@kitroom/server/http/errors';

/** 404 with the documented text. */
export function clubNotFound(id: number): ServiceError {
  return notFound(`Club with ID ${id} not found`);
}
