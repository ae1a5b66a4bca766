import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Express } from 'express';
import { ConfigError } from './config.ts';

/** A server that listens, and how it stops. */
export interface HttpServer {
  /** The port, also when 0 was asked for. */
  port: number;
  /** Stops accepting, lets running requests finish for at most `graceMs`, then cuts the rest. */
  close(graceMs: number): Promise<void>;
}

/** Where a server listens, and for whom. */
export interface ListenOptions {
  host: string;
  port: number;
  /**
   * Whether the connections come from reverse proxies. A proxy may send a request on an idle connection at the very
   * moment at which the other side closes it, and cannot know whether it was read: so a server that stops leaves that
   * to the proxies for a while, and answers what still comes.
   */
  isBehindProxy: boolean;
}

const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** How often Node looks for those that take longer. */
const LATE_LOOK_MS = 5000;
/** Longer than the idle time of usual reverse proxies, so that they never use a connection that just closed. */
const KEEP_ALIVE_MS = 75_000;
const SWEEP_MS = 50;
/** How long a stopping server goes on accepting at most, where new connections do not cease for a moment. */
const ACCEPTING_MS = 1000;
/** A turn of the event loop that has nothing to do takes some hundredths of a millisecond. */
const QUIET_TURN_MS = 0.5;
/** How long a stopping server keeps idle connections of proxies; they close theirs sooner: infra/nginx does after 2 s. */
const PROXY_IDLE_MS = 3000;

const PARSER_ERRORS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What the system says when it does not know an address, or cannot give it to us. */
const NO_SUCH_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);

/** Serves an app; rejects with a ConfigError when the address cannot be had. */
export async function listen(app: Express, options: ListenOptions): Promise<HttpServer> {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: LATE_LOOK_MS,
      // Node would refuse without a body; the app does it in JSON.
      requireHostHeader: false,
    },
    app,
  );
  server.on('clientError', refuseBrokenRequest);
  await bind(server, options);
  const idleMs = options.isBehindProxy ? PROXY_IDLE_MS : 0;
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs, idleMs) };
}

/** Makes a server listen; a ConfigError names the variables by which host and port were chosen. */
export async function bind(
  server: Server,
  { host, port, portVariable = 'PORT' }: { host: string; port: number; portVariable?: string },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explain(error));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });

  function explain(error: NodeJS.ErrnoException): Error {
    if (error.code === 'EADDRINUSE') {
      return new ConfigError(
        `${portVariable} is "${port}": allowed is a port of ${host} that nothing else listens on`,
      );
    }
    if (error.code === 'EACCES') {
      return new ConfigError(`${portVariable} is "${port}": allowed is a port that this user may listen on`);
    }
    if (!NO_SUCH_ADDRESS.has(error.code ?? '')) return error;
    return new ConfigError(
      `HOST is ${JSON.stringify(host)}: allowed is an address of this machine to listen on`,
    );
  }
}

async function close(server: Server, graceMs: number, idleMs: number): Promise<void> {
  const start = performance.now();
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  await acceptWaiting(server, start + Math.min(ACCEPTING_MS, graceMs));
  const closed = new Promise<void>((resolve) => {
    // As http's own, but without closing idle connections at once.
    TcpServer.prototype.close.call(server, () => resolve());
  });
  const idleUntil = start + Math.min(idleMs, graceMs);
  const sweep = setInterval(() => {
    if (performance.now() >= idleUntil) server.closeIdleConnections();
  }, SWEEP_MS);
  const cut = setTimeout(
    () => server.closeAllConnections(),
    Math.max(0, start + graceMs - performance.now()),
  );
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * Accepts the connections that the system has taken on already: those it still holds when the server stops listening
 * would be reset. A turn of the event loop accepts one of them and works on what else there is, while further ones
 * may come; so it takes turns until one brings none and has done next to nothing.
 */
async function acceptWaiting(server: Server, deadline: number): Promise<void> {
  let isQuiet = false;
  const note = () => {
    isQuiet = false;
  };
  server.on('connection', note);
  // To the end of this turn, so that each that counts is a whole one.
  await setImmediate();
  for (let now = performance.now(); !isQuiet && now < deadline;) {
    isQuiet = true;
    await setImmediate();
    const tookMs = performance.now() - now;
    now += tookMs;
    isQuiet &&= tookMs < QUIET_TURN_MS;
  }
  server.off('connection', note);
}

/** What the parser refuses is told in JSON too, before the connection ends. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = PARSER_ERRORS[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ detail: `${STATUS_CODES[status]}.` });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${randomUUID()}\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
