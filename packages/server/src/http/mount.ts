import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type * as z from 'zod';
import type { Contract } from '@kitroom/shared';
import type { Cache } from '../cache/cache.ts';
import type { RunReads } from '../database/route-reads.ts';
import type { Standby } from '../database/standby.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import {
  Reply,
  type Endpoint,
  type IdempotentWrite,
  type ReceivedFile,
  type RequestContext,
} from './endpoint.ts';
import { refuseMethod } from './error-handling.ts';
import { ServiceError } from './errors.ts';
import { handleIdempotently, hashRequest, readIdempotencyKey, type ReplyStore } from './idempotency.ts';
import { isStrict } from './prefer.ts';
import { findQueryIssues, openQueryReader, type QueryValues } from './query-values.ts';
import {
  findExcess,
  hasBody,
  isForm,
  readJson,
  readUnexpectedBody,
  type FormReceiver,
} from './request-body.ts';
import { readBaseUrl, type PublicAddress } from './request-context.ts';
import { sendResponse } from './send-body.ts';
import { sendReply, successStatus } from './send-reply.ts';
import { parseChange } from './stored-values.ts';
import { openNameCheck } from './unknown-names.ts';

export interface MountOptions extends PublicAddress {
  /** Caches the responses of endpoints with tags. */
  cache?: Cache;
  metrics: Metrics;
  /** Converts validation errors to the service's error format. */
  toInvalidInput(issues: z.core.$ZodIssue[]): ServiceError;
  /** Converts errors of path parameters. Default: `toInvalidInput`. */
  toInvalidParams?(issues: z.core.$ZodIssue[]): ServiceError;
  /** Middleware of an endpoint that runs before the body is read. */
  guard?(contract: Contract): RequestHandler[];
  /** Receives multipart forms with a file. */
  receiveForm?: FormReceiver;
  /** Stores the responses to requests with an `Idempotency-Key`. */
  replies?: ReplyStore;
  /** Chooses where an endpoint reads. Default: the primary. */
  reads?: Pick<Standby, 'begin'> | undefined;
}

/** Lets services distinguish missing values from null, and quote an invalid choice. */
const REPORT_INPUT = { reportInput: true };

/** Mounts endpoints on a router. Other methods on their paths get a 405 with `Allow`. */
export function mountEndpoints(endpoints: readonly Endpoint[], options: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  const contracts = endpoints.map(({ contract }) => contract);
  for (const [path, onPath] of Map.groupBy(endpoints, ({ contract }) => contract.path)) {
    const route = router.route(toExpressPath(path));
    for (const endpoint of onPath) {
      const { contract } = endpoint;
      const respond = toResponder(endpoint, contracts, options);
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
    const { replies, reads } = options;
    const key = replies && readKey(contract, request, options);
    const params = readParams(contract, request.params, options);
    const run: RunReads = reads ? reads.begin(contract) : (work) => work();
    const permit = () => run(async () => endpoint.permit?.(params as never, context));
    // A repetition is recognised by its body, before permissions are checked.
    const permitted = key === undefined ? await permit() : undefined;
    const read = async (granted: unknown, file?: ReceivedFile) => {
      const body = request.body as unknown;
      const query = contract.query ? queried.values : request.query;
      const unknown = isStrict(response) ? checkNames({ query, body }) : [];
      const sent = { queried, body, isForm: isForm(request), file, permitted: granted, unknown };
      return { params, ...(await readInput(endpoint, sent, context, options)) };
    };
    const handle = async (granted: unknown, file?: ReceivedFile, once?: IdempotentWrite) => {
      const input = await read(granted, file);
      const extended = { ...context, ...(file && { file }), ...(once && { once }) };
      return run(async () => endpoint.handle(input as never, extended, granted as never));
    };
    const produce = async (file?: ReceivedFile) => {
      if (!replies || key === undefined) return handle(permitted, file);
      const keyed = { key, hash: await hashRequest(request, file), context };
      return handleIdempotently(replies, keyed, {
        status: successStatus(contract),
        handle: async (once) => handle(await permit(), file, once),
      });
    };
    if (contract.file && options.receiveForm && isForm(request)) {
      const form = { request, response, ...contract.file };
      await sendReply(request, response, contract, await options.receiveForm(form, produce));
      return;
    }
    // Endpoints without a 413 response take no body. They ignore one, unless the names in it have to be
    // checked.
    const takesBody = 413 in contract.responses;
    if (takesBody || (isStrict(response) && hasBody(request))) {
      await (takesBody ? readJson(contract, request, response) : readUnexpectedBody(request, response));
      const excess = findExcess(request.body);
      if (excess) throw options.toInvalidInput([excess]);
    }
    const { cache } = options;
    if (!cache || endpoint.tags.length === 0 || contract.cacheSeconds === undefined) {
      await sendReply(request, response, contract, await produce());
      return;
    }
    const input = await read(permitted);
    const lookupKey = `${contract.id} ${context.baseUrl} ${JSON.stringify(input)}`;
    let isComposed = false;
    const lookup = { key: lookupKey, seconds: contract.cacheSeconds, tags: endpoint.tags };
    const { response: cached, result } = await cache.read(lookup, async () => {
      const value = await run(async () => endpoint.handle(input as never, context, permitted as never));
      if (!(value instanceof Reply)) return { value };
      isComposed = value.isCached;
      return { value: value.body, headers: value.headers };
    });
    const cacheResult = isComposed ? 'HIT' : result;
    options.metrics.cacheReads.inc({ result: cacheResult });
    response.setHeader('X-Cache', cacheResult);
    await sendResponse(request, response, cached);
  };
}

function readKey(contract: Contract, request: Request, { toInvalidInput }: ErrorFormat): string | undefined {
  const key = readIdempotencyKey(contract, request);
  if (typeof key === 'object') throw toInvalidInput([key]);
  return key;
}

const NO_VALUES: QueryValues = { values: {}, issues: [] };

/** How validation errors are converted to errors of the service. */
export type ErrorFormat = Pick<MountOptions, 'toInvalidInput' | 'toInvalidParams'>;

/**
 * Runs an endpoint within the process, for a page with the same action: with its validation, permission check
 * and handler. Returns the handler's result; throws the error that a request with this input would get. The
 * caller has to check who may call the endpoint.
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
  /** The result of `permit`. */
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
  // Browsers send an empty string for a file field without a file; any other string means that the client
  // omitted the filename.
  if (text !== undefined && text !== '') {
    return 'The submitted data was not a file. Check the encoding type on the form.';
  }
  return isRequired ? 'No file was submitted.' : undefined;
}

/** The context of a request, for its handler. */
export function toContext(request: Request, response: Response, options: PublicAddress): RequestContext {
  const disconnected = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) disconnected.abort();
  });
  const baseUrl = readBaseUrl(request, options);
  return {
    baseUrl,
    url: `${baseUrl}${pathOf(request)}`,
    address: request.ip ?? '',
    ifMatch: request.headers['if-match'],
    locals: response.locals,
    log: request.log,
    signal: disconnected.signal,
  };
}

/** A request may contain an absolute URL (RFC 9112, section 3.2.2), whose host is ignored. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');
}
