import type { Request } from 'express';
import type { Contract } from '@kitroom/shared';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return READS.has(method);
}

/** Whether a request is for an endpoint whose path has no parameters; a final slash is optional. */
export function isEndpoint(
  { method, path }: Pick<Request, 'method' | 'path'>,
  endpoint: Pick<Contract, 'method' | 'path'>,
): boolean {
  return method === endpoint.method && (path === endpoint.path || `${path}/` === endpoint.path);
}
