import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Contract } from '@kitroom/shared';
import type * as z from 'zod';
import { entityTag, toAnswer, type Cache, type CachedAnswer } from '../cache/cache.ts';
import { Reply, type Endpoint, type ReceivedFile, type RequestContext } from './endpoint.ts';
import { ServiceError } from './errors.ts';
import { findExcess } from './json-limits.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isForm, readJson, type FormReceiver } from './request-body.ts';
import { refuseMethod } from './refuse-method.ts';
import { readBaseUrl, type PublicAddress } from './request-context.ts';

/** What mounting needs to know of the service. */
export interface MountOptions extends PublicAddress {
  cache: Cache;
  metrics: Metrics;
  /** The service's own wire shape for input that does not fit a contract. */
  toInvalidInput(issues: z.core.$ZodIssue[]): ServiceError;
  /** The same for parameters of the path; as for other input unless told. */
  toInvalidParams?(issues: z.core.$ZodIssue[]): ServiceError;
  /** What stands before an endpoint: it runs before the body is read. */
  guard?(contract: Contract): RequestHandler[];
  /** Receives the forms of endpoints that take a file. */
  receiveForm?: FormReceiver;
}

/** A service may tell a missing value from a null one, and name the value that is no valid choice. */
const REPORT_INPUT = { reportInput: true };

/** Mounts endpoints on a router: each path answers its methods, and 405 with `Allow` to all others. */
export function mountEndpoints(endpoints: readonly Endpoint[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, onPath] of Map.groupBy(endpoints, ({ contract }) => contract.path)) {
    const route = router.route(toExpressPath(path));
    for (const one of onPath) {
      const { contract } = one;
      const answer = answerWith(one, options);
      const guards = options.guard?.(contract) ?? [];
      const remember = (_request: Request, response: Response, next: NextFunction) => {
        response.locals['route'] = contract.path;
        next();
      };
      route[toVerb(contract.method)](remember, ...guards, answer);
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
  const { contract } = endpoint;
  return async (request: Request, response: Response): Promise<void> => {
    const context = toContext(request, response, options);
    const params = readParams(contract, request, options);
    await endpoint.permit?.(params as never, context);
    const produce = async (file?: ReceivedFile) => {
      const input = { params, ...(await readInput(endpoint, request, context, options, file)) };
      return endpoint.handle(input as never, file ? { ...context, file } : context);
    };
    if (contract.file && options.receiveForm && isForm(request)) {
      const form = { request, response, field: contract.file.field };
      await sendReply(request, response, await options.receiveForm(form, produce));
      return;
    }
    if (takesBody(contract)) {
      await readJson(contract, request, response);
      const excess = findExcess(request.body);
      if (excess) throw options.toInvalidInput([excess]);
    }
    if (endpoint.tags.length === 0 || contract.cacheSeconds === undefined) {
      await sendReply(request, response, await produce());
      return;
    }
    const input = { params, ...(await readInput(endpoint, request, context, options)) };
    const key = `${contract.id} ${context.baseUrl} ${JSON.stringify(input)}`;
    const question = { key, seconds: contract.cacheSeconds, tags: endpoint.tags };
    const answer = await options.cache.read(question, async () => endpoint.handle(input as never, context));
    const result = answer.hit ? 'HIT' : 'MISS';
    options.metrics.cacheReads.inc({ result });
    response.set('X-Cache', result);
    sendAnswer(request, response, answer);
  };
}

/** Where the contract tells no answer to a body that is too large, there is none to read: what is sent is let be. */
function takesBody({ answers }: Contract): boolean {
  return 413 in answers;
}

function readParams(contract: Contract, request: Request, options: MountOptions) {
  const params = contract.params?.safeParse(request.params, REPORT_INPUT);
  if (params?.error) throw (options.toInvalidParams ?? options.toInvalidInput)(params.error.issues);
  return params?.data ?? {};
}

/** Reads query, body and file; throws with all that is wrong with any of them. */
async function readInput(
  endpoint: Endpoint,
  request: Request,
  context: RequestContext,
  options: MountOptions,
  file?: ReceivedFile,
) {
  const { contract } = endpoint;
  const query = contract.query?.safeParse(request.query, REPORT_INPUT);
  const body = contract.body?.safeParse(request.body === undefined ? {} : request.body, REPORT_INPUT);
  const issues = [
    ...(query?.error?.issues ?? []),
    ...(await complainOfFile(endpoint, request, file)),
    ...(body?.error?.issues ?? []),
    ...(await validateBody(endpoint, request, context)),
  ];
  if (issues.length > 0) throw options.toInvalidInput(issues);
  return { query: query?.data ?? {}, body: contract.body ? body?.data : {} };
}

async function validateBody(
  { checkBody }: Endpoint,
  request: Request,
  context: RequestContext,
): Promise<z.core.$ZodIssue[]> {
  const complaints = (await checkBody?.(request.body, context)) ?? {};
  return Object.entries(complaints).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ code: 'custom' as const, path: [field], message, input: undefined })),
  );
}

async function complainOfFile(
  { contract, checkFile }: Endpoint,
  request: Request,
  file: ReceivedFile | undefined,
): Promise<z.core.$ZodIssue[]> {
  if (!contract.file) return [];
  const { field, required } = contract.file;
  const message = file ? await checkFile?.(file) : complainOfNoFile(request, field, required);
  return message === undefined ? [] : [{ code: 'custom', path: [field], message, input: file?.name }];
}

function complainOfNoFile(request: Request, field: string, isRequired: boolean): string | undefined {
  const text: unknown = isForm(request) ? (request.body as Record<string, unknown>)[field] : undefined;
  // A browser sends an empty text for a file that nobody chose; whoever sends more has forgotten the file's name.
  if (text !== undefined && text !== '') {
    return 'The submitted data was not a file. Check the encoding type on the form.';
  }
  return isRequired ? 'No file was submitted.' : undefined;
}

function toContext(request: Request, response: Response, options: MountOptions): RequestContext {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const baseUrl = readBaseUrl(request, options);
  return {
    baseUrl,
    url: `${baseUrl}${pathOf(request)}`,
    address: request.ip ?? '',
    locals: response.locals,
    log: request.log,
    signal: gone.signal,
  };
}

/** A request may name a host in its address too (RFC 9112, 3.2.2); where it has arrived is known without that. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

async function sendReply(request: Request, response: Response, value: unknown): Promise<void> {
  const reply = value instanceof Reply ? value : new Reply(value);
  response.status(reply.status).set(reply.headers);
  if (reply.body instanceof Readable) await sendStream(request, response, reply.body);
  else if (reply.status !== 200 || !reply.isTagged) response.json(reply.body);
  else if (typeof reply.body !== 'string') sendAnswer(request, response, toAnswer(reply.body));
  else {
    const body = Buffer.from(reply.body);
    sendAnswer(request, response, { body, etag: entityTag(body) }, reply.headers['Content-Type']);
  }
}

/** A stream that breaks off breaks the connection off: nobody takes half of it for the whole. */
async function sendStream(request: Request, response: Response, body: Readable): Promise<void> {
  // Where the client has gone away already, Node's pipeline would leave the stream open for ever.
  if (request.method === 'HEAD' || response.destroyed) {
    body.destroy();
    response.end();
    return;
  }
  // For the log: the connection may have ended, and its line be written, before pipeline tells what it was.
  body.once('error', (error) => {
    if (!response.destroyed) response.err = error;
  });
  await pipeline(body, response).catch((error: unknown) => {
    const hasClientGone = response.err === undefined;
    if (!hasClientGone) throw error;
  });
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}

function toVerb(method: Contract['method']): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return ({ GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const)[method];
}
