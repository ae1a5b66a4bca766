import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../devstack-error.ts';
import { STAND_IN_COLLECTORS } from './stand-in-collectors.ts';
import { writeCollectionFeed, writeUserFeed } from './stand-in-feeds.ts';
import { writeCollectionPage, writeFrontPage, writeNotFoundPage } from './stand-in-pages.ts';

/** A received request, for tests. */
export interface ArrivedRequest {
  method: string;
  /** With the query. */
  path: string;
  /** The time of arrival, in milliseconds of `performance.now()`. */
  at: number;
  headers: IncomingHttpHeaders;
}

/** A parsed request. */
export interface StandInRequest {
  /** With the query. */
  path: string;
  kind: 'feed' | 'user' | 'page' | 'other';
  /** Undefined if the path contains no collector id. */
  userid: number | undefined;
  /** From 1, the default. */
  page: number;
  /** How often this path has been requested, including this request. */
  count: number;
}

/** An override of the normal response. */
export interface StandInBehaviour {
  /** Default: 200 if a body is set. Without a status and a body, the normal response is sent. */
  status?: number;
  /** Added to the normal headers; takes precedence over them. */
  headers?: Record<string, string>;
  body?: string | Buffer | AsyncIterable<Buffer>;
  /** Delays the response or the reset. */
  delayMs?: number;
  /** Resets the connection. */
  destroy?: true;
  /** Never responds. */
  hang?: true;
}

type StandInResponse = Required<Pick<StandInBehaviour, 'status' | 'headers' | 'body'>>;

/** Overrides a response. Returns undefined for the normal one. */
export type ChooseBehaviour = (request: StandInRequest) => StandInBehaviour | undefined;

/** A server that imitates the external kit archive. */
export interface StandInArchive {
  url: string;
  /** Requests since the start or the last `clear`, oldest first. */
  requests(): ArrivedRequest[];
  /** Clears the requests and counts. */
  clear(): void;
  /** Sets the function that overrides responses; undefined removes it. */
  setBehaviour(choose: ChooseBehaviour | undefined): void;
  /** Stops the server and closes all connections. */
  stop(): Promise<void>;
}

export interface StandInArchiveOptions {
  /** Default: any free port. */
  port?: number;
  host?: string;
  /** False: the archive has only the older HTML pages, and no JSON feeds. */
  feeds?: boolean;
}

/** Bounded, because it may run for days under `npm start`. */
const REQUESTS_MAX = 10_000;

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Starts a server that imitates the external kit archive with the collectors of `STAND_IN_COLLECTORS`: JSON
 * feeds and HTML pages show the same kits in the same order. See docs/behaviour/archive.md.
 */
export async function startStandInArchive(options: StandInArchiveOptions = {}): Promise<StandInArchive> {
  const { port = 0, host = '127.0.0.1', feeds = true } = options;
  const counts = new Map<string, number>();
  let arrived: ArrivedRequest[] = [];
  let chooseBehaviour: ChooseBehaviour | undefined;

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    arrived.push({ method, path, at: performance.now(), headers });
    if (arrived.length > REQUESTS_MAX) arrived.shift();
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const parsed = { ...parsePath(path), count };
    const normal = normalResponse(parsed, { site: `http://${headers.host ?? 'localhost'}`, feeds });
    void respond(request, response, normal, chooseBehaviour?.(parsed));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const listening = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    requests: () => [...arrived],
    clear() {
      arrived = [];
      counts.clear();
    },
    setBehaviour(choose) {
      chooseBehaviour = choose;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parsePath(path: string): Omit<StandInRequest, 'count'> {
  const { pathname, searchParams: query } = new URL(`http://archive${path}`);
  const page = toNumber(query.get('page') ?? query.get('p')) ?? 1;
  if (pathname === '/api/collection-feed.php')
    return { path, kind: 'feed', userid: toNumber(query.get('userid')), page };
  if (pathname === '/api/user.php') return { path, kind: 'user', userid: toNumber(query.get('id')), page };
  const [, userid] = /^\/user\/(\d+)\/$/.exec(pathname) ?? [];
  return { path, kind: userid === undefined ? 'other' : 'page', userid: toNumber(userid), page };
}

function normalResponse(
  request: StandInRequest,
  { site, feeds }: { site: string; feeds: boolean },
): StandInResponse {
  const { path, kind, userid = 0, page, count } = request;
  if (kind === 'other') return otherResponse(path);
  if (kind !== 'page' && !feeds) return html(404, writeNotFoundPage());
  if (userid === STAND_IN_COLLECTORS.broken) return html(500, 'Internal Server Error');
  if (userid === STAND_IN_COLLECTORS.rateLimited && page === 2 && count === 1) {
    return { status: 429, headers: { 'retry-after': '2' }, body: 'Too Many Requests' };
  }
  if (kind === 'user') return json(writeUserFeed(userid));
  if (kind === 'feed') return json(writeCollectionFeed({ userid, page }, site));
  const shown = writeCollectionPage({ userid, page }, site);
  return shown === undefined ? html(404, writeNotFoundPage()) : html(200, shown);
}

function otherResponse(path: string): StandInResponse {
  if (path === '/') return html(200, writeFrontPage(Object.values(STAND_IN_COLLECTORS)));
  // The same picture for all paths.
  if (path.startsWith('/static/'))
    return { status: 200, headers: { 'content-type': 'image/png' }, body: picture };
  return html(404, writeNotFoundPage());
}

function json(value: object): StandInResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

function html(status: number, body: string): StandInResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Parses a positive integer; undefined for anything else. */
function toNumber(text: string | null | undefined): number | undefined {
  return text && /^0*[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** Sends the overridden or normal response. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  normal: StandInResponse,
  behaviour: StandInBehaviour = {},
): Promise<void> {
  if (behaviour.hang) return;
  if (behaviour.delayMs !== undefined) await delay(behaviour.delayMs, undefined, { ref: false });
  if (behaviour.destroy) {
    request.socket.resetAndDestroy();
    return;
  }
  const { status, headers, body } = merge(normal, behaviour);
  response.writeHead(status, headers);
  if (typeof body === 'string' || Buffer.isBuffer(body)) response.end(body);
  // The client may disconnect before the end.
  else await pipeline(Readable.from(body), response).catch(() => response.destroy());
}

function merge(normal: StandInResponse, { status, headers, body }: StandInBehaviour): StandInResponse {
  if (status === undefined && body === undefined) {
    return { ...normal, headers: { ...normal.headers, ...headers } };
  }
  return { status: status ?? 200, headers: headers ?? {}, body: body ?? '' };
}

// Under `npm start`, this file is the main program of a separate process.
if (import.meta.main) {
  const [host, port] = [process.env.HOST || '127.0.0.1', Number(process.env.PORT || '4002')];
  try {
    const archive = await startStandInArchive({ host, port });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => void archive.stop().then(() => process.exit(0)));
    }
    log('info', { host, port, msg: 'listening' });
  } catch (error) {
    log('fatal', { host, port, msg: messageOf(error) });
    process.exitCode = 1;
  }
}

function log(level: string, entry: object): void {
  const line = { level, time: new Date().toISOString(), service: 'archive', ...entry };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
