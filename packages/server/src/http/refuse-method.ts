import type { RequestHandler } from 'express';
import { ServiceError } from './errors.ts';

/** 405 with `Allow` for all other methods; `OPTIONS` returns the allowed ones. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const known = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...new Set([...known, 'OPTIONS'])].join(', ') };
  return (request, response) => {
    if (request.method === 'OPTIONS') response.status(204).set(headers).end();
    else throw new ServiceError('method_not_allowed', `Method "${request.method}" not allowed.`, { headers });
  };
}
