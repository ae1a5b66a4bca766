import { notFound, type ServiceError } from '@kitroom/server/http/errors';

/** 404 with the documented text. */
export function kitNotFound(id: number): ServiceError {
  return notFound(`Kit with ID ${id} not found`);
}
