import { notFound, type ServiceError } from '@kitroom/server/http/errors';

export function clubNotFound(id: number): ServiceError {
  return notFound(`Club with ID ${id} not found`);
}
