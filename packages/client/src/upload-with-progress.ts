import type { UploadProgress } from './client-options.ts';

/** What this file uses of a browser's `XMLHttpRequest`; Node.js has none. */
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

/** The request of an upload, as `fetch` takes it. */
interface UploadInit {
  method: string;
  headers: Headers;
  body: FormData;
  signal: AbortSignal;
  credentials: RequestInit['credentials'] | undefined;
}

/** Sends a form like `fetch`, and reports how much of it has been sent. */
export type Upload = (
  url: string,
  init: UploadInit,
  report: (progress: UploadProgress) => void,
) => Promise<Response>;

/**
 * Reports the progress of uploads, which browsers report for an XMLHttpRequest only. Undefined on other
 * platforms. It follows redirects. Rejects with a `TypeError` without a response, and with the signal's
 * reason.
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

/** Of one line each, `name: value`, separated by CR LF. */
function parseHeaders(text: string): Headers {
  const headers = new Headers();
  for (const line of text.trim().split(/\r\n/)) {
    const [name, ...value] = line.split(':');
    if (name) headers.append(name, value.join(':').trim());
  }
  return headers;
}
