import {
  parseRetryAfter,
  pauseBeforeRetry,
  readAnswer,
  toEndpointUrl,
  type ArgumentsOf,
  type BodyOf,
  type Contract,
  type RawAnswer,
} from '@kitroom/shared';
import got, { HTTPError, RequestError, type OptionsInit, type Response } from 'got';
import { CatalogueError } from './catalogue-error.ts';
import { withCallOptions, type CallOptions, type Connection } from './connection.ts';

/** The statuses that a contract documents. */
export type Status<C extends Contract> = number & keyof C['answers'];

/** The status that is an answer unless others are named. */
export type Ok<C extends Contract> = 200 & keyof C['answers'];

/**
 * Asks one endpoint and returns its answer's body, checked against the contract; fields that the contract
 * does not know are kept. `statuses` are those that count as answers, 200 unless told. All that is HTTP
 * happens here: addresses, headers, time-outs, retries, limits, errors.
 *
 * Rejects with a `CatalogueError` when there is no such answer, and with a `TypeError` for arguments that
 * make no request.
 */
export async function call<C extends Contract, S extends Status<C> = Ok<C>>(
  client: Connection,
  contract: C,
  args: ArgumentsOf<C>,
  options: CallOptions = {},
  statuses?: readonly S[],
): Promise<BodyOf<C, S>> {
  const connection = withCallOptions(client, options);
  const url = toEndpointUrl(connection.baseUrl, contract.path, args);
  const question: Question<C> = { contract, url, statuses: statuses ?? [200] };
  const asked = { method: contract.method, path: contract.path, url };
  return connection.around(asked, (headers) =>
    answer({ ...connection, headers: { ...connection.headers, ...headers } }, question, options),
  );
}

async function answer<C extends Contract, S extends Status<C>>(
  connection: Connection,
  question: Question<C>,
  options: CallOptions,
): Promise<BodyOf<C, S>> {
  const { contract } = question;
  const end = new AbortController();
  const deadline = setTimeout(
    () => end.abort(failure('timeout', contract, `no answer within ${connection.timeoutMs} ms`)),
    connection.timeoutMs,
  );
  const abort = () => end.abort(failure('aborted', contract, 'aborted', options.signal?.reason));
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    if (options.signal?.aborted) abort();
    end.signal.throwIfAborted();
    const response = await ask(connection, question, end);
    const read = readAnswer(contract, question.statuses, toRawAnswer(response));
    if ('failure' in read) throw new CatalogueError(read.failure.code, read.failure.message, read.failure);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's schema has checked it
    return read.value as BodyOf<C, S>;
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : toCatalogueError(error, contract);
  } finally {
    clearTimeout(deadline);
    options.signal?.removeEventListener('abort', abort);
  }
}

// Got's names for a connection that may work the next time.
const PASSING_ERRORS = new Set([
  'EADDRINUSE',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
  'ERR_READING_RESPONSE_STREAM',
  'ETIMEDOUT',
]);

interface Question<C extends Contract = Contract> {
  contract: C;
  url: URL;
  statuses: readonly number[];
}

async function ask(
  connection: Connection,
  question: Question,
  end: AbortController,
): Promise<Response<string>> {
  const request = got(question.url, {
    method: question.contract.method,
    headers: { ...connection.headers, accept: acceptedType(question) },
    responseType: 'text',
    throwHttpErrors: false,
    signal: end.signal,
    timeout: timeoutsOf(connection),
    maxRedirects: 3,
    followRedirect: ({ headers }) => isSafeRedirect(question, headers.location),
    retry: retryOf(connection, question),
  });
  void request.on('downloadProgress', ({ transferred, total }) => {
    if (Math.max(transferred, total ?? 0) <= connection.maxAnswerBytes) return;
    const limit = `the answer is larger than ${connection.maxAnswerBytes} bytes`;
    end.abort(failure('invalid_answer', question.contract, limit));
  });
  return request;
}

function acceptedType({ contract, statuses }: Question): string {
  const types = statuses.map((status) => contract.answers[status]?.contentType ?? 'application/json');
  // Errors are JSON whatever the answer is.
  return [...new Set([...types, 'application/json'])].join(', ');
}

function timeoutsOf({ attemptTimeoutMs, connectTimeoutMs }: Connection): OptionsInit['timeout'] & {} {
  return {
    lookup: connectTimeoutMs,
    connect: connectTimeoutMs,
    secureConnect: connectTimeoutMs,
    ...(attemptTimeoutMs === undefined ? {} : { request: attemptTimeoutMs }),
  };
}

// The API key goes nowhere but to the catalogue's own origin, and a write is sent once.
function isSafeRedirect({ contract, url }: Question, location: string | undefined): boolean {
  if (contract.method !== 'GET' || location === undefined || !URL.canParse(location, url.href)) return false;
  return new URL(location, url).origin === url.origin;
}

function retryOf(connection: Connection, { contract, statuses }: Question): OptionsInit['retry'] & {} {
  const deadline = performance.now() + connection.timeoutMs;
  return {
    limit: connection.retries,
    enforceRetryRules: false,
    calculateDelay: ({ attemptCount, error }) => {
      // An answer that broke off has a status too, but is none.
      const status = error instanceof HTTPError ? error.response.statusCode : undefined;
      if (status !== undefined && statuses.includes(status)) return 0;
      const failed = {
        attempt: attemptCount,
        status,
        isPassing: PASSING_ERRORS.has(error.code),
        retryAfterMs: parseRetryAfter(error.response?.headers['retry-after']),
      };
      const leftMs = deadline - performance.now();
      return pauseBeforeRetry(failed, { ...connection, method: contract.method, leftMs }) ?? 0;
    },
  };
}

function toRawAnswer({ statusCode, headers, body }: Response<string>): RawAnswer {
  return { status: statusCode, header: (name) => [headers[name]].flat()[0], text: body };
}

function toCatalogueError(error: unknown, contract: Contract): unknown {
  if (!(error instanceof RequestError)) return error;
  const cause = causeOf(error);
  const said = cause.message || error.code;
  if (error.code === 'ETIMEDOUT') return failure('timeout', contract, said, cause);
  // What does not speak HTTP, cannot be unpacked or sends one in circles is there, but no catalogue.
  const isNonsense = /^(HPE|Z|ERR_TOO_MANY_REDIRECTS)/.test(cause.code ?? error.code);
  return failure(isNonsense ? 'invalid_answer' : 'unreachable', contract, said, cause);
}

// Not got's own error: that one holds the request with its headers, and so the API key.
function causeOf(error: RequestError): NodeJS.ErrnoException {
  const { cause } = error;
  if (cause instanceof RequestError) return causeOf(cause);
  if (isError(cause)) return cause;
  return Object.assign(new Error(error.message), { code: error.code });
}

// Not instanceof: Node's own errors are of another realm where the client runs in one, as tests do.
function isError(cause: unknown): cause is NodeJS.ErrnoException {
  return typeof cause === 'object' && cause !== null && 'message' in cause && 'stack' in cause;
}

function failure(
  code: 'unreachable' | 'timeout' | 'aborted' | 'invalid_answer',
  contract: Contract,
  what: string,
  cause?: unknown,
): CatalogueError {
  return new CatalogueError(code, `${contract.method} ${contract.path}: ${what}`, { cause });
}
