import { notFound, type ServiceError } from '@kitroom/server/http/errors';

export function kitNotFound(id: number): ServiceError {
  return notFound(`Kit with ID ${id} not found`);
}
