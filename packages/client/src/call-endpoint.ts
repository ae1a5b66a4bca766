import type { Contract } from '@kitroom/shared';
import { ClientError } from './client-error.ts';
import { toHeaders, type CallOptions } from './client-options.ts';
import { withCallOptions, type Connection } from './connection.ts';
import { orAborted, sleep, withDeadline } from './deadline.ts';
import { exchange, type Fail, type HttpRequest } from './exchange.ts';
import { readResponse } from './read-response.ts';
import { acceptedTypes, isFileType, toContent, toEndpointUrl } from './request-content.ts';

export interface EndpointCall {
  contract: Contract;
  args: object;
  body: unknown;
  /** The statuses that count as successes. */
  statuses: readonly number[];
}

/** A response that matches its contract. Fields unknown to the contract are kept. */
export interface ValidResponse {
  value: unknown;
  headers: Headers;
}

/**
 * Calls one endpoint: builds the URL and headers, applies timeouts, retries and redirects, and validates the
 * response. Rejects with the client's error if there is no valid response, and with a `TypeError` for invalid
 * arguments. Errors thrown by `headersFor` are passed on.
 */
export async function callEndpoint(
  client: Connection,
  call: EndpointCall,
  options: CallOptions = {},
): Promise<ValidResponse> {
  const connection = withCallOptions(client, options);
  const { contract, statuses } = call;
  const { method, path, responses } = contract;
  const url = toEndpointUrl(connection.baseUrl, path, call.args);
  const { body, type } = toContent(contract, call.body);
  const hasFile =
    body instanceof FormData || Object.values(responses).some(({ contentType }) => isFileType(contentType));
  const ms = hasFile ? connection.transferTimeoutMs : connection.timeoutMs;
  const fail: Fail = (code, problem, details = {}) =>
    connection.toError({ ...details, code, message: `${method} ${path}: ${problem}` });
  const deadline = {
    ms,
    signal: options.signal,
    onTimeout: () => fail('timeout', `no response within ${ms} ms`),
    onAbort: (cause: unknown) => fail('aborted', 'aborted', { cause }),
  };
  return connection.interceptor({ method, path, url }, (extraHeaders = {}) =>
    withDeadline(deadline, async (signal) => {
      const endsAt = performance.now() + ms;
      const clientHeaders = await orAborted(Promise.resolve(connection.headersFor(contract)), signal);
      const content = {
        accept: acceptedTypes(contract, statuses),
        'content-type': type,
        'if-match': options.ifMatch,
        prefer: connection.strict ? 'handling=strict' : undefined,
      };
      const headers = toHeaders(content, clientHeaders, options.headers ?? {}, extraHeaders);
      const request = { contract, url, headers, body, onUploadProgress: options.onUploadProgress };
      return retry({ connection, call, request, fail, endsAt, onResponse: options.onResponse }, signal);
    }),
  );
}

interface Attempts {
  connection: Connection;
  call: EndpointCall;
  request: HttpRequest;
  fail: Fail;
  /** When the call times out, in milliseconds of `performance.now()`. */
  endsAt: number;
  onResponse: CallOptions['onResponse'];
}

async function retry(attempts: Attempts, signal: AbortSignal): Promise<ValidResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(attempts, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof ClientError)) throw error;
      const pause = pauseBeforeRetry(error, attempt, attempts);
      if (pause === undefined) throw error;
      await sleep(pause, signal);
    }
  }
}

async function attemptOnce(
  { connection, call, request, fail, onResponse }: Attempts,
  signal: AbortSignal,
): Promise<ValidResponse> {
  const ms = connection.attemptTimeoutMs;
  const send = (end: AbortSignal) => exchange(connection, request, fail, end);
  const onTimeout = () => fail('timeout', `no response within ${ms} ms`);
  const { status, headers, body } = await (ms === undefined
    ? send(signal)
    : withDeadline({ ms, signal, onTimeout, onAbort: (reason) => reason }, send));
  onResponse?.({ status, headers });
  if (typeof body !== 'string') return { value: body, headers };
  const response = readResponse(call.contract, call.statuses, { status, headers, text: body });
  if ('value' in response) return { value: response.value, headers };
  throw fail(response.code, response.problem, response);
}

/**
 * Returns the milliseconds before a failed read, or a write with an `Idempotency-Key`, is retried; undefined
 * if it must not be retried: the failure is not transient, `attempt`, counted from 1, exceeds the retries, or
 * the pause would exceed the deadline. The pause is at least `Retry-After`. Otherwise it grows exponentially
 * up to two seconds, and half of it is random, so that clients do not retry simultaneously.
 */
function pauseBeforeRetry(
  error: ClientError<string>,
  attempt: number,
  { connection: { retries, retryPauseMs }, request, endsAt }: Attempts,
): number | undefined {
  const { method, takesIdempotencyKey } = request.contract;
  const isRepeatable = method === 'GET' || takesIdempotencyKey;
  if (!isRepeatable || attempt > retries || !isTransient(error)) return undefined;
  const pauseMax = Math.min(retryPauseMs * 2 ** (attempt - 1), PAUSE_MAX_MS);
  const pause = Math.max(error.retryAfterMs ?? 0, pauseMax * (0.5 + Math.random() / 2), 1);
  return pause < endsAt - performance.now() ? pause : undefined;
}

const PAUSE_MAX_MS = 2_000;
const TRANSIENT_STATUS = new Set([429, 502, 503, 504]);

function isTransient({ code, status, retryAfterMs }: ClientError<string>): boolean {
  if (code === 'unreachable' || code === 'timeout') return true;
  // Rate limits may respond with 403, and a write whose `Idempotency-Key` is being processed gets 409, both
  // with `Retry-After`.
  const isPostponed = (status === 403 || status === 409) && retryAfterMs !== undefined;
  return code === 'http' && (TRANSIENT_STATUS.has(status ?? 0) || isPostponed);
}
