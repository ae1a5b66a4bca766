import {
  pauseBeforeRetry,
  readAnswer,
  toEndpointUrl,
  type AnswerFailure,
  type Contract,
} from '@kitroom/shared';
import { CollectionError, type CollectionErrorCode } from './collection-error.ts';
import { withCallOptions, type CallOptions, type Connection } from './connection.ts';
import { confirmationRequired, fieldErrors, type FieldErrors } from './contracts/errors.ts';
import { answersFile, needsCsrfToken, toContent, toInit } from './to-request.ts';
import { orAborted, sleep } from './wait.ts';

/** What one endpoint is asked. */
export interface Question {
  contract: Contract;
  /** Path and query parameters. */
  args: object;
  body: unknown;
  /** The statuses that count as answers. */
  statuses: readonly number[];
}

/** An answer that fits its contract; fields that the contract does not know are kept. */
export interface Answer {
  value: unknown;
  headers: Headers;
}

/**
 * Asks one endpoint. All that is HTTP happens here: addresses, headers, time-outs, retries, errors. Rejects with a
 * `CollectionError` when there is no answer that fits the contract, and with a `TypeError` for arguments that make no
 * request; what `csrfToken` throws is passed on.
 */
export async function call(client: Connection, question: Question, options: CallOptions): Promise<Answer> {
  const { contract } = question;
  const connection = withCallOptions(client, options);
  const url = toEndpointUrl(connection.baseUrl, contract.path, question.args).href;
  const content = toContent(contract, question.body);
  const isTransfer = content.body instanceof FormData || answersFile(contract);
  const timeoutMs = isTransfer ? connection.transferTimeoutMs : connection.timeoutMs;
  const deadline = AbortSignal.timeout(timeoutMs);
  const endsAt = performance.now() + timeoutMs;
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  try {
    signal.throwIfAborted();
    const headers = options.headers ?? {};
    const csrfToken = needsCsrfToken(connection, contract)
      ? await orAborted(Promise.resolve(connection.csrfToken()), signal)
      : undefined;
    const init = toInit(connection, contract, { content, csrfToken, headers, signal });
    return await askAgain(connection, question, { url, init, signal, endsAt });
  } catch (error) {
    if (options.signal?.aborted) throw failure('aborted', contract, 'aborted', options.signal.reason);
    if (deadline.aborted) throw failure('timeout', contract, `no answer within ${timeoutMs} ms`);
    throw error;
  }
}

interface HttpRequest {
  url: string;
  init: RequestInit;
  signal: AbortSignal;
  /** In milliseconds of `performance.now()`. */
  endsAt: number;
}

async function askAgain(connection: Connection, question: Question, request: HttpRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      request.signal.throwIfAborted();
      return await ask(connection, question, request);
    } catch (error) {
      if (!(error instanceof CollectionError)) throw error;
      const { status, code, retryAfterMs } = error;
      const failed = { attempt, status, isPassing: code === 'unreachable', retryAfterMs };
      const leftMs = request.endsAt - performance.now();
      const pause = pauseBeforeRetry(failed, { ...connection, method: question.contract.method, leftMs });
      if (pause === undefined) throw error;
      await sleep(pause, request.signal);
    }
  }
}

async function ask(connection: Connection, question: Question, request: HttpRequest): Promise<Answer> {
  const { contract, statuses } = question;
  const { response, text, file } = await send(connection, contract, request);
  const { status, headers } = response;
  if (file) return { value: file, headers };
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const told = `${contract.method} ${contract.path}: redirected elsewhere; is the base URL right?`;
    throw new CollectionError('http', told, { status: status || undefined });
  }
  const header = (name: string) => headers.get(name) ?? undefined;
  const answer = readAnswer(contract, statuses, { status, header, text });
  if ('failure' in answer) throw toError(answer.failure);
  return { value: answer.value, headers };
}

async function send({ fetch }: Connection, contract: Contract, { url, init }: HttpRequest) {
  try {
    const response = await fetch(url, init);
    if (isFile(contract, response)) return { response, text: '', file: await response.blob() };
    return { response, text: await response.text() };
  } catch (cause) {
    throw failure('unreachable', contract, reasonOf(cause), cause);
  }
}

/** An error page in the place of a file is none. */
function isFile({ answers }: Contract, { status, headers }: Response): boolean {
  const expected = answers[status]?.contentType;
  return expected !== undefined && headers.get('content-type')?.split(';')[0]?.trim() === expected;
}

/** Node.js says `fetch failed` and tells why in the cause. Not instanceof: that may be an error of another realm. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || 'no connection';
}

function toError({ code, message, errorBody, ...facts }: AnswerFailure): CollectionError {
  const fields = facts.status === 400 ? readFields(errorBody) : undefined;
  const told = Object.entries(fields ?? {}).map(([name, complaints]) => ` ${name}: ${complaints.join(' ')}`);
  return new CollectionError(code, message + told.join(';'), {
    ...facts,
    fields,
    confirmationRequired: confirmationRequired.safeParse(errorBody).data?.confirmation_required,
  });
}

function readFields(errorBody: unknown): FieldErrors | undefined {
  return fieldErrors.safeParse(errorBody).data;
}

function failure(code: CollectionErrorCode, contract: Contract, what: string, cause?: unknown) {
  return new CollectionError(code, `${contract.method} ${contract.path}: ${what}`, { cause });
}
