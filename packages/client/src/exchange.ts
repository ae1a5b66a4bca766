import type { Contract, ContractResponse } from '@kitroom/shared';
import { ClientError, type Failure, type FailureCode } from './client-error.ts';
import type { CallOptions } from './client-options.ts';
import type { Connection } from './connection.ts';
import { isFileType } from './request-content.ts';

export interface HttpRequest {
  contract: Contract;
  url: URL;
  headers: Headers;
  body: string | FormData | undefined;
  onUploadProgress?: CallOptions['onUploadProgress'];
}

/**
 * A response. Its body is a string for errors, JSON and text, a `Blob` for files, and the unread response for
 * streams.
 */
interface HttpResponse {
  status: number;
  headers: Headers;
  body: string | Blob | Response;
}

/** Creates the client's error from a code and a message. */
export type Fail = (
  code: FailureCode,
  problem: string,
  details?: Omit<Failure, 'code' | 'message'>,
) => ClientError<string>;

/**
 * Sends a request once and reads its response. Rejects with the client's error, or with the signal's reason.
 */
export async function exchange(
  connection: Connection,
  request: HttpRequest,
  fail: Fail,
  signal: AbortSignal,
): Promise<HttpResponse> {
  try {
    const response = await send(connection, request, fail, signal);
    const { status, headers } = response;
    const { contentType, isStream } = findExpected(request.contract, response) ?? {};
    if (isStream) return { status, headers, body: response };
    const isFile = isFileType(contentType);
    const bytesMax = isFile ? connection.maxFileBytes : connection.maxResponseBytes;
    const bytes = await readBody(response, bytesMax);
    if (!bytes) throw fail('invalid_response', `the response is larger than ${bytesMax} bytes`);
    const body = isFile ? new Blob([bytes], { type: contentType ?? '' }) : new TextDecoder().decode(bytes);
    return { status, headers, body };
  } catch (error) {
    if (signal.aborted || error instanceof ClientError) throw error;
    const cause = causeOf(error);
    throw fail('unreachable', cause.message || cause.code || 'no connection', { cause });
  }
}

async function send(
  connection: Connection,
  request: HttpRequest,
  fail: Fail,
  signal: AbortSignal,
): Promise<Response> {
  const { contract, url, headers, body, onUploadProgress } = request;
  const { credentials, upload } = connection;
  if (!upload || !onUploadProgress || !(body instanceof FormData))
    return sendAndFollow(connection, request, fail, signal);
  const init = { method: contract.method, headers, body, signal, credentials };
  return upload(url.href, init, onUploadProgress);
}

/**
 * Follows redirects itself, because `fetch` would forward the headers, including the API key, to other
 * origins.
 */
async function sendAndFollow(
  { fetch, credentials, maxRedirects }: Connection,
  { contract: { method }, url, headers, body }: HttpRequest,
  fail: Fail,
  signal: AbortSignal,
): Promise<Response> {
  const init = {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
    ...(credentials === undefined ? {} : { credentials }),
  } as const;
  const follows = method === 'GET' && maxRedirects > 0;
  const hasCredentials = headers.has('x-api-key') || headers.has('authorization');
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(address.href, init);
    const { status, type } = response;
    const isOpaque = type === 'opaqueredirect';
    if (!isOpaque && !(status >= 300 && status < 400)) return response;
    await response.body?.cancel();
    // Browsers do not reveal the target of a redirect, but can follow it.
    const followed =
      isOpaque && follows && !hasCredentials && (await fetch(address.href, { ...init, redirect: 'follow' }));
    if (followed && followed.url.startsWith(`${url.origin}/`)) return followed;
    const target = follows && !isOpaque ? toUrl(response.headers.get('location'), address) : undefined;
    if (target?.origin !== url.origin) {
      const isMoved = hasCredentials && follows && (isOpaque || target);
      const reason = isMoved ? ', which is not followed with credentials' : '; is the base URL right?';
      throw fail(isMoved ? 'moved' : 'http', `redirected elsewhere${reason}`, {
        status: status || undefined,
      });
    }
    if (redirects === maxRedirects) throw fail('invalid_response', 'too many redirects');
    address = target;
  }
}

function toUrl(location: string | null, base: URL): URL | undefined {
  return location !== null && URL.canParse(location, base.href) ? new URL(location, base) : undefined;
}

/**
 * Returns the contract's description of the response; undefined for another content type, such as an error
 * page instead of a file.
 */
function findExpected({ responses }: Contract, { status, headers }: Response): ContractResponse | undefined {
  const expected = responses[status];
  return headers.get('content-type')?.split(';')[0]?.trim() === expected?.contentType ? expected : undefined;
}

/**
 * Reads the whole body; returns undefined if it exceeds `bytesMax`. Uses one growing buffer, because a list
 * of parts of one byte each would need a hundred times the memory.
 */
async function readBody({ body }: Response, bytesMax: number) {
  const reader = body?.getReader();
  let buffer = new Uint8Array(16_384);
  for (let bytes = 0; ;) {
    const part = await reader?.read();
    if (!part || part.done) return buffer.subarray(0, bytes);
    const end = bytes + part.value.byteLength;
    if (end > bytesMax) break;
    if (end > buffer.length) {
      const previous = buffer;
      buffer = new Uint8Array(Math.max(end, 2 * previous.length));
      buffer.set(previous);
    }
    buffer.set(part.value, bytes);
    bytes = end;
  }
  await reader?.cancel();
  return undefined;
}

/**
 * Returns the cause of an error, because Node.js reports `fetch failed` with the reason in `cause`.
 * `instanceof` is not used: the error may be from another realm.
 */
function causeOf(error: unknown): Error & { code?: string } {
  const { cause = error } = error as { cause?: unknown };
  return cause as Error & { code?: string };
}
