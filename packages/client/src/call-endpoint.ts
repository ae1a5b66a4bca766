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
  /** The statuses that count as successes, not as errors. */
  statuses: readonly number[];
}

/** A response that fits its contract. Fields unknown to the contract are kept. */
export interface ValidResponse {
  value: unknown;
  headers: Headers;
}

/**
 * Calls one endpoint. Everything about HTTP happens here: URLs, headers, timeouts, retries, redirects,
 * errors. Rejects with the client's error if there is no valid response, and with a `TypeError` for invalid
 * arguments; errors thrown by `headersFor` are passed on.
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
  const fail: Fail = (code, what, facts = {}) =>
    connection.toError({ ...facts, code, message: `${method} ${path}: ${what}` });
  const deadline = {
    ms,
    signal: options.signal,
    onTimeout: () => fail('timeout', `no response within ${ms} ms`),
    onAbort: (cause: unknown) => fail('aborted', 'aborted', { cause }),
  };
  return connection.interceptor({ method, path, url }, (added = {}) =>
    withDeadline(deadline, async (signal) => {
      const endsAt = performance.now() + ms;
      const own = await orAborted(Promise.resolve(connection.headersFor(contract)), signal);
      const content = {
        accept: acceptedTypes(contract, statuses),
        'content-type': type,
        'if-match': options.ifMatch,
        prefer: connection.strict ? 'handling=strict' : undefined,
      };
      const headers = toHeaders(content, own, options.headers ?? {}, added);
      const request = { contract, url, headers, body, onUploadProgress: options.onUploadProgress };
      return retry({ connection, call, request, fail, endsAt, onAnswer: options.onAnswer }, signal);
    }),
  );
}

interface Attempts {
  connection: Connection;
  call: EndpointCall;
  request: HttpRequest;
  fail: Fail;
  /** In milliseconds of `performance.now()`. */
  endsAt: number;
  onAnswer: CallOptions['onAnswer'];
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
  { connection, call, request, fail, onAnswer }: Attempts,
  signal: AbortSignal,
): Promise<ValidResponse> {
  const ms = connection.attemptTimeoutMs;
  const send = (end: AbortSignal) => exchange(connection, request, fail, end);
  const onTimeout = () => fail('timeout', `no response within ${ms} ms`);
  const { status, headers, body } = await (ms === undefined
    ? send(signal)
    : withDeadline({ ms, signal, onTimeout, onAbort: (reason) => reason }, send));
  onAnswer?.({ status, headers });
  if (typeof body !== 'string') return { value: body, headers };
  const response = readResponse(call.contract, call.statuses, { status, headers, text: body });
  if ('value' in response) return { value: response.value, headers };
  throw fail(response.code, response.what, response);
}

/**
 * Milliseconds before a failed read, or a write with an `Idempotency-Key`, is retried. Undefined if it must
 * not be: the failure is not transient, there were too many attempts (`attempt` is the one that failed, from
 * 1), or the pause would exceed the deadline. At least `Retry-After`; otherwise exponential backoff up to two
 * seconds, half of it random so that many clients do not retry at the same moment.
 */
function pauseBeforeRetry(
  error: ClientError<string>,
  attempt: number,
  { connection: { retries, retryPauseMs }, request, endsAt }: Attempts,
): number | undefined {
  const { method, takesIdempotencyKey } = request.contract;
  const isRepeatable = method === 'GET' || takesIdempotencyKey;
  if (!isRepeatable || attempt > retries || !isTransient(error)) return undefined;
  const longest = Math.min(retryPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  const pause = Math.max(error.retryAfterMs ?? 0, longest * (0.5 + Math.random() / 2), 1);
  return pause < endsAt - performance.now() ? pause : undefined;
}

const LONGEST_PAUSE_MS = 2_000;
const TRANSIENT_STATUS = new Set([429, 502, 503, 504]);

function isTransient({ code, status, retryAfterMs }: ClientError<string>): boolean {
  if (code === 'unreachable' || code === 'timeout') return true;
  // A rate limit may respond with 403, and an equal request that is being processed is a 409, both with
  // `Retry-After`.
  const isLater = (status === 403 || status === 409) && retryAfterMs !== undefined;
  return code === 'http' && (TRANSIENT_STATUS.has(status ?? 0) || isLater);
}
