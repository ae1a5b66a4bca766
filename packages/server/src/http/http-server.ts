import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../process/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { BODY_PROGRESS, requireProgress, type BodyProgress } from './body-progress.ts';
import { BODY_BYTES_MAX } from './request-body.ts';
import { createGate, stopServer } from './stop-server.ts';

/** A listening server. */
export interface HttpServer {
  /** The actual port, even if 0 was requested. */
  port: number;
  /** Stops accepting connections, lets running requests finish for up to `graceMs`, then closes the rest. */
  close(graceMs: number): Promise<void>;
}

interface ListenOptions {
  host: string;
  port: number;
  /**
   * Whether connections come from reverse proxies. A proxy may send a request on an idle connection just as
   * the server closes it, and cannot know whether it was read. So a stopping server lets the proxies close
   * idle connections for a while, and serves requests that still arrive.
   */
  isBehindProxy: boolean;
  /** Overrides of the default limits for request bodies, whose maximum is that of JSON. */
  bodyProgress?: Partial<BodyProgress> | undefined;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node checks for connections that exceed a timeout. */
const TIMEOUT_CHECK_MS = 5000;
/**
 * Longer than the idle timeout of common reverse proxies, so that they never reuse a connection that was just
 * closed.
 */
const KEEP_ALIVE_MS = 75_000;

const PARSER_ERRORS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Error codes for an address that is unknown or not available on this machine. */
const NO_SUCH_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);

/** Serves an app; rejects with a ConfigError if the address cannot be used. */
export async function listen(app: RequestListener, options: ListenOptions): Promise<HttpServer> {
  const gate = createGate(app);
  const progress = { ...BODY_PROGRESS, bytesMax: BODY_BYTES_MAX, ...options.bodyProgress };
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Node would apply the same timeout to long uploads and short bodies.
      requestTimeout: 0,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node would respond without a body; the app responds with JSON.
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

/** Starts listening; a ConfigError names the variables that set the host and port. */
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
        `${portVariable} is "${port}": expected a port of ${host} that nothing else listens on`,
      );
    }
    if (error.code === 'EACCES') {
      return new ConfigError(`${portVariable} is "${port}": expected a port that this user may listen on`);
    }
    if (!NO_SUCH_ADDRESS.has(error.code ?? '')) return error;
    return new ConfigError(
      `HOST is ${JSON.stringify(host)}: expected an address of this machine to listen on`,
    );
  }
}

/** Responds with JSON to requests that Node's parser rejects, before the connection is closed. */
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

/** Serves `GET /metrics` on a separate port, if configured. */
export async function openMetrics({
  config,
  metrics,
  log,
}: {
  config: { HOST: string; METRICS_PORT?: number | undefined };
  metrics: Metrics;
  log: Pick<Logger, 'error'>;
}): Promise<Server | undefined> {
  if (config.METRICS_PORT === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'failed to read the metrics');
        response.writeHead(500).end();
      },
    );
  });
  await bind(server, { host: config.HOST, port: config.METRICS_PORT, portVariable: 'METRICS_PORT' });
  return server;
}
