import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';

/** A request that a local server received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The body received so far, which is complete once the server has replied. */
  body: string;
  /** The time of arrival, in milliseconds of `performance.now()`. */
  at: number;
}

/** A local HTTP server that records its requests. */
export interface LocalServer {
  baseUrl: string;
  seen: ReceivedRequest[];
  close: () => Promise<void>;
}

/** Responds to a request. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server that uses one reply per request, in order, and the last one for all further requests. */
export async function openLocalServer(...replies: Reply[]): Promise<LocalServer> {
  const seen: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const received: ReceivedRequest = { method, url, headers, body: '', at: performance.now() };
    seen.push(received);
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    // As bytes, because chunks may split characters.
    request.setEncoding('latin1').on('data', (part: string) => (received.body += part));
    request.once('end', () => {
      received.body = Buffer.from(received.body, 'latin1').toString();
      reply?.(response, request);
    });
  });
  const baseUrl = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl, seen, close };
}

/** Listens on a free local port and returns the server's URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Replies with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Replies with text. Default: HTML. */
export function text(body: string, status = 200, contentType = 'text/html'): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}

/** Replies with a service's error. */
export function failing(status: number, retryAfter?: string): Reply {
  return json(
    { detail: `It is ${status}.` },
    status,
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  );
}

/** Never replies. */
export const neverReply: Reply = () => {};

/** Closes the connection. */
export const hangUp: Reply = (response) => {
  response.socket?.resetAndDestroy();
};
