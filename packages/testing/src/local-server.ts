import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';

/** A request that a local server got. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** What has arrived of its body so far: all of it once the server has replied. */
  body: string;
  /** When it arrived, in milliseconds of `performance.now()`. */
  at: number;
}

/** A real server on this machine, and what it was asked. */
export interface LocalServer {
  baseUrl: string;
  seen: Seen[];
  close: () => Promise<void>;
}

/** What a local server does with a request. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** Opens a server that gives the first reply to the first request, and so on, the last one to all further ones. */
export async function openLocalServer(...replies: Reply[]): Promise<LocalServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const one: Seen = { method, url, headers, body: '', at: performance.now() };
    seen.push(one);
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    // As bytes: a text may be cut anywhere.
    request.setEncoding('latin1').on('data', (part: string) => (one.body += part));
    request.once('end', () => {
      one.body = Buffer.from(one.body, 'latin1').toString();
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

/** Has a server listen at a free port of this machine, and returns its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Answers JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers text, HTML unless told. */
export function text(body: string, status = 200, contentType = 'text/html'): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': contentType });
    response.end(body);
  };
}

/** Answers a service's error. */
export function failing(status: number, retryAfter?: string): Reply {
  return json(
    { detail: `It is ${status}.` },
    status,
    retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  );
}

/** Never answers. */
export const silence: Reply = () => {};

/** Breaks the connection. */
export const hangUp: Reply = (response) => {
  response.socket?.resetAndDestroy();
};
