import type { UploadProgress } from './client-options.ts';

/** The parts of a browser's `XMLHttpRequest` that this file uses. */
interface BrowserRequest extends EventTarget {
  upload: EventTarget;
  withCredentials: boolean;
  responseType: string;
  readonly response: unknown;
  readonly status: number;
  readonly statusText: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

/** The request of an upload, as for `fetch`. */
interface UploadInit {
  method: string;
  headers: Headers;
  body: FormData;
  signal: AbortSignal;
  credentials: RequestInit['credentials'] | undefined;
}

/** Sends a form like `fetch`, and reports the progress. */
export type Upload = (
  url: string,
  init: UploadInit,
  report: (progress: UploadProgress) => void,
) => Promise<Response>;

/**
 * Returns a function that sends uploads by XMLHttpRequest, because browsers report progress only for it;
 * undefined on other platforms. The function follows redirects, and rejects with a `TypeError` without a
 * response, or with the signal's reason.
 */
export function findUploadWithProgress(): Upload | undefined {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => BrowserRequest };
  return XMLHttpRequest && ((...parameters) => send(new XMLHttpRequest(), ...parameters));
}

function send(
  request: BrowserRequest,
  url: string,
  { method, headers, body, signal, credentials }: UploadInit,
  report: (progress: UploadProgress) => void,
): Promise<Response> {
  signal.throwIfAborted();
  return new Promise<Response>((resolve, reject) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(new TypeError('no connection')));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.upload.addEventListener('progress', (event) => {
      const { loaded = 0, total = 0 } = event as { loaded?: number; total?: number };
      report({ sent: loaded, total });
    });
    request.open(method, url);
    request.responseType = 'blob';
    request.withCredentials = credentials === 'include';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.send(body);
  });
}

function toResponse(request: BrowserRequest): Response {
  const { status, statusText } = request;
  const body = [204, 205, 304].includes(status) ? null : (request.response as Blob);
  return new Response(body, { status, statusText, headers: parseHeaders(request.getAllResponseHeaders()) });
}

/** Parses header lines, `name: value`, separated by CR LF. */
function parseHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/\r\n/)) {
    const [name, ...value] = line.split(':');
    if (name) headers.append(name, value.join(':').trim());
  }
  return headers;
}
