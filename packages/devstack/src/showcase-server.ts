import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isWildcardHost } from './network-addresses.ts';

/** A built front end, and the services that it uses. */
export interface ShowcaseSite {
  /** The folder of the build. */
  folder: string;
  /** The services' URLs, for `/config.json`. */
  services: { catalogue: string; collection: string };
}

export interface ShowcaseServer {
  close(): Promise<void>;
}

/**
 * Serves a built front end: its files, `/config.json`, and its page at every other path. If this server
 * listens at every address, so do the services, and browsers receive service URLs with the host name by which
 * they have reached this server.
 */
export async function serveShowcase(
  site: ShowcaseSite,
  listen: { host: string; port: number },
): Promise<ShowcaseServer> {
  const server = createServer(createShowcaseHandler(site, isWildcardHost(listen.host)));
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

type SiteFile = ReturnType<typeof toFile>;

/** Reads all files once, because a build is small: no request reaches the file system. */
function createShowcaseHandler({ folder, services }: ShowcaseSite, isOpen: boolean) {
  const files = readSite(folder);
  const page = files.get('/index.html');
  const sharedPage = files.get('/shared.html');
  return (request: IncomingMessage, response: ServerResponse): void => {
    const reached = isOpen ? atHostOf(request, services) : services;
    const headers = securityHeaders(reached, isOpen);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = new URL(request.url ?? '/', 'http://showcase').pathname;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const screen = sharedPage && path.startsWith('/s/') ? withOrigin(sharedPage, request) : page;
    const root = pathToRoot(request.url ?? '/');
    const file =
      path === '/config.json'
        ? toConfigFile(reached)
        : (files.get(path) ?? (isFilePath(path) || !screen ? undefined : placeBelow(screen, root)));
    if (!isRead) sendError(response.setHeader('Allow', 'GET, HEAD'), 405);
    else if (!file) sendError(response, 404);
    else sendFile(request, response, path, file);
  };
}

/** The services at the requested host, because other machines do not find them at `localhost`. */
function atHostOf(
  { headers }: IncomingMessage,
  services: ShowcaseSite['services'],
): ShowcaseSite['services'] {
  const reached = `http://${headers.host}`;
  if (!URL.canParse(reached)) return services;
  const { hostname } = new URL(reached);
  const move = (address: string) => Object.assign(new URL(address), { hostname }).href.replace(/\/$/, '');
  return { catalogue: move(services.catalogue), collection: move(services.collection) };
}

function toConfigFile({ catalogue, collection }: ShowcaseSite['services']): SiteFile {
  return toFile('.json', Buffer.from(JSON.stringify({ catalogue, collection })));
}

/** All other paths are screens. They may contain dots, because usernames do. */
function isFilePath(path: string): boolean {
  return /^\/(?:assets\/|[^/]*\.)/.test(path);
}

/**
 * The relative path from a screen to the root of the showcase, which a proxy may serve below any path: `../`
 * for `/kits/12`.
 */
function pathToRoot(url: string): string {
  const depth = url.replace(/[?#].*/s, '').split('/').length - 2;
  return '../'.repeat(Math.max(depth, 0)) || './';
}

/** The page with relative paths to the files that it loads. */
function placeBelow(page: SiteFile, root: string): SiteFile {
  const text = String(page.body).replaceAll(/(?<=\s(?:href|src)=")\//g, root);
  return toFile('.html', Buffer.from(text));
}

/** The page with the absolute URL of the preview picture, as messengers require. */
function withOrigin(page: SiteFile, { headers: { host = '' } }: IncomingMessage): SiteFile {
  if (!/^[\w.:[\]-]+$/.test(host)) return page;
  return toFile(
    '.html',
    Buffer.from(String(page.body).replace('/preview.jpg', `http://${host}/preview.jpg`)),
  );
}

function sendFile(request: IncomingMessage, response: ServerResponse, path: string, file: SiteFile): void {
  const isHashed = path.startsWith('/assets/');
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('ETag', file.etag);
  response.setHeader('Content-Type', file.type);
  if (file.gzipped) response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const isGzip = file.gzipped && /\bgzip\b/.test(String(request.headers['accept-encoding']));
  const body = isGzip && file.gzipped ? file.gzipped : file.body;
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
}

function sendError(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end();
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
};

function readSite(folder: string): Map<string, SiteFile> {
  const paths = globSync('**/*', { cwd: folder }).filter((path) => extname(path) in TYPES);
  return new Map(
    paths.map((path) => [
      `/${path.replaceAll(sep, '/')}`,
      toFile(extname(path), readFileSync(join(folder, path))),
    ]),
  );
}

function toFile(extension: string, body: Buffer) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    // Weak, because the compressed file has the same ETag.
    etag: `W/"${hash}"`,
    body,
    /** Undefined if the file is too small to be worth compressing. */
    gzipped: body.length > 1024 ? gzipSync(body) : undefined,
  };
}

/**
 * Scripts and styles are loaded from this server only, data from the two services. Pictures may come from a
 * mirrored archive, or from another address of this machine.
 */
function securityHeaders(
  { catalogue, collection }: ShowcaseSite['services'],
  isOpen: boolean,
): Record<string, string> {
  const { origin } = new URL(catalogue);
  const origins = [origin, new URL(collection).origin].join(' ');
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': `'self' data: blob: https: ${isOpen ? 'http:' : origins}`,
    'connect-src': `'self' ${origins}`,
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    // The first screen loads its data and then its pictures from the catalogue. Browsers use separate
    // connections for the two.
    Link: `<${origin}>; rel=preconnect; crossorigin, <${origin}>; rel=preconnect`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}
