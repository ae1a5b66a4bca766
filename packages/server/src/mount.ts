import express, { Router, type NextFunction, type Request, type Response } from 'express';
import type { Contract } from '@kitroom/shared';
import type { z } from 'zod';
import { entityTag, toAnswer, type Cache, type CachedAnswer } from './cache.ts';
import { Reply, type Endpoint, type RequestContext } from './endpoint.ts';
import { ServiceError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { refuseMethod } from './refuse-method.ts';
import { readBaseUrl, type PublicAddress } from './request-context.ts';

/** What mounting needs to know of the service. */
export interface MountOptions extends PublicAddress {
  cache: Cache;
  metrics: Metrics;
  /** The service's own wire shape for input that does not fit a contract. */
  toInvalidInput(issues: z.core.$ZodIssue[]): ServiceError;
}

const BODY_LIMIT = '1mb';

/** Mounts endpoints on a router: each path answers its methods, and 405 with `Allow` to all others. */
export function mountEndpoints(endpoints: readonly Endpoint[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, onPath] of Map.groupBy(endpoints, ({ contract }) => contract.path)) {
    const route = router.route(toExpressPath(path));
    for (const { contract, handle, tags } of onPath) {
      const answer = answerWith({ contract, handle, tags }, options);
      const bodyParsers =
        contract.method === 'GET' ? [] : [express.json({ limit: BODY_LIMIT, strict: false })];
      const remember = (_request: Request, response: Response, next: NextFunction) => {
        response.locals['route'] = contract.path;
        next();
      };
      route[toVerb(contract.method)](remember, ...bodyParsers, answer);
    }
    route.all(refuseMethod(onPath.map(({ contract }) => contract.method)));
  }
  return router;
}

/** Sends ready bytes with their entity tag, or 304 to whoever has them. */
export function sendAnswer(
  request: Request,
  response: Response,
  answer: CachedAnswer,
  contentType = 'application/json; charset=utf-8',
): void {
  response.set('Content-Type', contentType);
  response.set('ETag', answer.etag);
  if (hasAlready(request, answer.etag)) response.status(304).end();
  else response.send(answer.body);
}

/**
 * Whether `If-None-Match` names what would be sent. Express's own `request.fresh` says no to whoever also sends
 * `Cache-Control: no-cache`, and fetch adds that by itself to every request with `If-None-Match`.
 */
function hasAlready(request: Request, etag: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const known = (request.get('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function answerWith(endpoint: Endpoint, options: MountOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const input = readInput(endpoint.contract, request, options);
    const context = toContext(request, response, options);
    const produce = async () => endpoint.handle(input as never, context);
    if (endpoint.tags.length === 0 || endpoint.contract.cacheSeconds === undefined) {
      sendReply(request, response, await produce());
      return;
    }
    const key = `${endpoint.contract.id} ${context.baseUrl} ${JSON.stringify(input)}`;
    const question = { key, seconds: endpoint.contract.cacheSeconds, tags: endpoint.tags };
    const answer = await options.cache.read(question, produce);
    const result = answer.hit ? 'HIT' : 'MISS';
    options.metrics.cacheReads.inc({ result });
    response.set('X-Cache', result);
    sendAnswer(request, response, answer);
  };
}

function readInput(contract: Contract, request: Request, options: MountOptions) {
  const params = contract.params?.safeParse(request.params);
  const query = contract.query?.safeParse(request.query);
  const issues = [...(params?.error?.issues ?? []), ...(query?.error?.issues ?? [])];
  if (issues.length > 0) throw options.toInvalidInput(issues);
  return { params: params?.data ?? {}, query: query?.data ?? {} };
}

function toContext(request: Request, response: Response, options: MountOptions): RequestContext {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return { baseUrl: readBaseUrl(request, options), log: request.log, signal: gone.signal };
}

function sendReply(request: Request, response: Response, value: unknown): void {
  const reply = value instanceof Reply ? value : new Reply(value);
  response.status(reply.status).set(reply.headers);
  if (reply.status !== 200 || !reply.isTagged) response.json(reply.body);
  else if (typeof reply.body !== 'string') sendAnswer(request, response, toAnswer(reply.body));
  else {
    const body = Buffer.from(reply.body);
    sendAnswer(request, response, { body, etag: entityTag(body) }, reply.headers['Content-Type']);
  }
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

function toVerb(method: Contract['method']): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return ({ GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const)[method];
}
