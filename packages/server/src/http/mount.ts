import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Contract } from '@kitroom/shared';
import type * as z from 'zod';
import { entityTag, toCachedResponse, type Cache } from '../cache/cache.ts';
import { Reply, type Endpoint, type ReceivedFile, type RequestContext } from './endpoint.ts';
import { ServiceError } from './errors.ts';
import { FileReply, openFile, waitForContent } from './file-reply.ts';
import { findExcess, hasBody, isForm, readJson, type FormReceiver } from './request-body.ts';
import { findQueryIssues, openQueryReader, type QueryValues } from './query-values.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { refuseMethod } from './error-handling.ts';
import { isStrict } from './prefer.ts';
import { readBaseUrl, type PublicAddress } from './request-context.ts';
import { openCompressor, sendResponse, sendBody } from './send-body.ts';
import { parseChange } from './stored-values.ts';
import { openNameCheck } from './unknown-names.ts';
import { versionedTag } from './versions.ts';

export interface MountOptions extends PublicAddress {
  cache: Cache;
  metrics: Metrics;
  /** Converts validation errors to the service's error format. */
  toInvalidInput(issues: z.core.$ZodIssue[]): ServiceError;
  /** Converts errors of path parameters. Default: `toInvalidInput`. */
  toInvalidParams?(issues: z.core.$ZodIssue[]): ServiceError;
  /** Middleware of an endpoint that runs before the body is read. */
  guard?(contract: Contract): RequestHandler[];
  /** Receives multipart forms with a file. */
  receiveForm?: FormReceiver;
}

/** Lets services distinguish missing values from null, and quote an invalid choice. */
const REPORT_INPUT = { reportInput: true };

/** Mounts endpoints on a router. Other methods on their paths get a 405 with `Allow`. */
export function mountEndpoints(endpoints: readonly Endpoint[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  const contracts = endpoints.map(({ contract }) => contract);
  for (const [path, onPath] of Map.groupBy(endpoints, ({ contract }) => contract.path)) {
    const route = router.route(toExpressPath(path));
    for (const one of onPath) {
      const { contract } = one;
      const respond = toResponder(one, contracts, options);
      const guards = options.guard?.(contract) ?? [];
      const remember = (_request: Request, response: Response, next: NextFunction) => {
        response.locals['route'] = contract.path;
        next();
      };
      const verb = contract.method.toLowerCase() as Lowercase<Contract['method']>;
      route[verb](remember, ...guards, respond);
    }
    route.all(refuseMethod(onPath.map(({ contract }) => contract.method)));
  }
  return router;
}

function toResponder(endpoint: Endpoint, contracts: readonly Contract[], options: MountOptions) {
  const { contract } = endpoint;
  const checkNames = openNameCheck(contract, contracts);
  const readQuery = contract.query ? openQueryReader(contract.query) : () => NO_VALUES;
  return async (request: Request, response: Response): Promise<void> => {
    const queried = readQuery(request.query);
    const context = toContext(request, response, options);
    const params = readParams(contract, request.params, options);
    const permitted = await endpoint.permit?.(params as never, context);
    const read = async (file?: ReceivedFile) => {
      const body = request.body as unknown;
      const query = contract.query ? queried.values : request.query;
      const unknown = isStrict(response) ? checkNames({ query, body }) : [];
      const sent = { queried, body, isForm: isForm(request), file, permitted, unknown };
      return { params, ...(await readInput(endpoint, sent, context, options)) };
    };
    const produce = async (file?: ReceivedFile) => {
      const input = await read(file);
      return endpoint.handle(input as never, file ? { ...context, file } : context, permitted as never);
    };
    if (contract.file && options.receiveForm && isForm(request)) {
      const form = { request, response, ...contract.file };
      await sendReply(request, response, contract, await options.receiveForm(form, produce));
      return;
    }
    // Endpoints whose contract has no such response take no body; one that is sent is ignored, unless it is to be checked.
    if (413 in contract.responses || (isStrict(response) && hasBody(request))) {
      await readJson(contract, request, response);
      const excess = findExcess(request.body);
      if (excess) throw options.toInvalidInput([excess]);
    }
    if (endpoint.tags.length === 0 || contract.cacheSeconds === undefined) {
      await sendReply(request, response, contract, await produce());
      return;
    }
    const input = await read();
    const key = `${contract.id} ${context.baseUrl} ${JSON.stringify(input)}`;
    let isComposed = false;
    const lookup = { key, seconds: contract.cacheSeconds, tags: endpoint.tags };
    const { response: cached, result } = await options.cache.read(lookup, async () => {
      const value = await endpoint.handle(input as never, context, permitted as never);
      if (!(value instanceof Reply)) return { value };
      isComposed = value.isCached;
      return { value: value.body, headers: value.headers };
    });
    const shown = isComposed ? 'HIT' : result;
    options.metrics.cacheReads.inc({ result: shown });
    response.setHeader('X-Cache', shown);
    await sendResponse(request, response, cached);
  };
}

const NO_VALUES: QueryValues = { values: {}, issues: [] };

/** How validation errors become errors of the service. */
export type ErrorFormat = Pick<MountOptions, 'toInvalidInput' | 'toInvalidParams'>;

/**
 * Runs an endpoint within the process, for a page that offers the same: with its own validation, permission and
 * handler. Returns what the handler does, and throws the error that a request with this input would get. Who may
 * call the endpoint is for the caller to check.
 */
export async function callEndpoint(
  endpoint: Endpoint,
  sent: { params: unknown; body: unknown },
  context: RequestContext,
  options: ErrorFormat,
): Promise<unknown> {
  const params = readParams(endpoint.contract, sent.params, options);
  const permitted = await endpoint.permit?.(params as never, context);
  const received = {
    queried: NO_VALUES,
    body: sent.body,
    isForm: false,
    file: undefined,
    permitted,
    unknown: [],
  };
  const input = { params, ...(await readInput(endpoint, received, context, options)) };
  return endpoint.handle(input as never, context, permitted as never);
}

function readParams(contract: Contract, sent: unknown, options: ErrorFormat) {
  const params = contract.params?.safeParse(sent, REPORT_INPUT);
  if (params?.error) throw (options.toInvalidParams ?? options.toInvalidInput)(params.error.issues);
  return params?.data ?? {};
}

/** Input before its validation. */
interface SentInput {
  queried: QueryValues;
  body: unknown;
  /** Whether the body is a multipart form. */
  isForm: boolean;
  file: ReceivedFile | undefined;
  /** What `permit` returned. */
  permitted: unknown;
  /** The names that a strict request may not contain. */
  unknown: readonly z.core.$ZodIssue[];
}

/** Parses query, body and file; throws one error with all issues. */
async function readInput(endpoint: Endpoint, sent: SentInput, context: RequestContext, options: ErrorFormat) {
  const { contract } = endpoint;
  const { queried } = sent;
  const query = contract.query?.safeParse(queried.values, REPORT_INPUT);
  const stored = (await endpoint.stored?.(sent.permitted as never, context)) ?? {};
  const body = contract.body && parseChange(contract.body, sent.body === undefined ? {} : sent.body, stored);
  const issues = [
    ...sent.unknown,
    ...queried.issues,
    ...findQueryIssues(contract.query, queried.values, query?.error),
    ...(await validateFile(endpoint, sent)),
    ...(body?.error?.issues ?? []),
    ...(await validateBody(endpoint, sent.body, context)),
  ];
  if (issues.length > 0) throw options.toInvalidInput(issues);
  return { query: query?.data ?? {}, body: contract.body ? body?.data : {} };
}

async function validateBody(
  { checkBody }: Endpoint,
  body: unknown,
  context: RequestContext,
): Promise<z.core.$ZodIssue[]> {
  const errors = (await checkBody?.(body, context)) ?? {};
  return Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.map((message) => ({ code: 'custom' as const, path: [field], message, input: undefined })),
  );
}

async function validateFile(
  { contract, checkFile }: Endpoint,
  { file, ...sent }: SentInput,
): Promise<z.core.$ZodIssue[]> {
  if (!contract.file) return [];
  const { field, required } = contract.file;
  const message = file ? await checkFile?.(file) : validateMissingFile(sent, field, required);
  return message === undefined ? [] : [{ code: 'custom', path: [field], message, input: file?.name }];
}

function validateMissingFile(
  { isForm: isMultipart, body }: Pick<SentInput, 'isForm' | 'body'>,
  field: string,
  isRequired: boolean,
): string | undefined {
  const text: unknown = isMultipart ? (body as Record<string, unknown>)[field] : undefined;
  // Browsers send an empty text for a file field without a file; any other text means that the client omitted the
  // filename.
  if (text !== undefined && text !== '') {
    return 'The submitted data was not a file. Check the encoding type on the form.';
  }
  return isRequired ? 'No file was submitted.' : undefined;
}

/** What a handler knows of a request. */
export function toContext(request: Request, response: Response, options: PublicAddress): RequestContext {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const baseUrl = readBaseUrl(request, options);
  return {
    baseUrl,
    url: `${baseUrl}${pathOf(request)}`,
    address: request.ip ?? '',
    ifMatch: request.headers['if-match'],
    locals: response.locals,
    log: request.log,
    signal: gone.signal,
  };
}

/** A request may contain an absolute URL (RFC 9112, section 3.2.2), whose host is ignored. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

async function sendReply(
  request: Request,
  response: Response,
  { responses, stored }: Contract,
  value: unknown,
): Promise<void> {
  if (stored === 'never') response.set('Cache-Control', 'no-store');
  if (value instanceof FileReply) {
    const stream = await openFile(request, response, value.file);
    if (stream) await sendStream(request, response, stream);
    return;
  }
  const reply = value instanceof Reply ? value : new Reply(value);
  if (reply.body instanceof Readable) await waitForContent(reply.body, response);
  // The lowest status of a contract is that of a success.
  const status = reply.status ?? Math.min(...Object.keys(responses).map(Number));
  response.status(status).set(reply.headers);
  if (reply.body instanceof Readable) {
    await sendStream(request, response, reply.body, openCompressor(request, response));
  } else if (reply.body === undefined) response.end();
  else if (reply.version !== undefined) {
    const cached = toCachedResponse(reply.body);
    await sendResponse(request, response, { ...cached, etag: versionedTag(reply.version, cached.etag) });
  } else if (status !== 200 || stored !== undefined) {
    if (!response.get('Content-Type')) response.type('json');
    await sendBody(request, response, Buffer.from(JSON.stringify(reply.body)));
  } else if (typeof reply.body !== 'string') {
    await sendResponse(request, response, toCachedResponse(reply.body));
  } else {
    const body = Buffer.from(reply.body);
    await sendResponse(request, response, { body, etag: entityTag(body) }, reply.headers['Content-Type']);
  }
}

/** If the stream fails, the connection is closed, so that clients do not mistake a partial body for a complete one. */
async function sendStream(
  request: Request,
  response: Response,
  body: Readable,
  compressor?: Transform,
): Promise<void> {
  // If the client has disconnected already, Node's pipeline would never close the stream.
  if (request.method === 'HEAD' || response.destroyed) {
    body.destroy();
    response.end();
    return;
  }
  // For the log: the request may be logged before pipeline reports the error.
  body.once('error', (error) => {
    if (!response.destroyed) response.err = error;
  });
  await pipeline(compressor ? [body, compressor, response] : [body, response]).catch((error: unknown) => {
    const hasClientGone = response.err === undefined;
    if (!hasClientGone) throw error;
  });
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}
