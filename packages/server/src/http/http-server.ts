import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { BODY_PROGRESS, requireProgress, type BodyProgress } from './body-progress.ts';
import { ConfigError } from '../process/config.ts';
import { BODY_BYTES_MAX } from './request-body.ts';
import { createGate, stopServer } from './stop-server.ts';

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
  /** What differs from how bodies usually have to arrive, which are at most as large as JSON may be. */
  bodyProgress?: Partial<BodyProgress> | undefined;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node looks for those that take longer. */
const LATE_LOOK_MS = 5000;
/** Longer than the idle time of usual reverse proxies, so that they never use a connection that just closed. */
const KEEP_ALIVE_MS = 75_000;

const PARSER_ERRORS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What the system says when it does not know an address, or cannot give it to us. */
const NO_SUCH_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);

/** Serves an app; rejects with a ConfigError when the address cannot be had. */
export async function listen(app: Express, options: ListenOptions): Promise<HttpServer> {
  const gate = createGate(app);
  const progress = { ...BODY_PROGRESS, bytesMax: BODY_BYTES_MAX, ...options.bodyProgress };
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Node would hold a long upload to the same time as a short body.
      requestTimeout: 0,
      connectionsCheckingInterval: LATE_LOOK_MS,
      // Node would refuse without a body; the app does it in JSON.
      requireHostHeader: false,
    },
    (request, response) => {
      requireProgress(request, response, progress);
      gate.take(request, response);
    },
  );
  server.on('clientError', refuseBrokenRequest);
  await bind(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => stopServer(server, { gate, graceMs, isBehindProxy: options.isBehindProxy }),
  };
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
