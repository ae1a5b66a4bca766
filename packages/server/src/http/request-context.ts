import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** The base URL of links in responses. */
export interface PublicAddress {
  /** `PUBLIC_URL`, if set. */
  publicUrl: string | undefined;
}

const SANE_HOST = /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?$/;
/** Segments that need no escaping, none of them `.` or `..`. */
const CLEAN_PATH = /^(?=.{1,200}$)(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+\/?$/;
const SANE_REQUEST_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** The client's request id if it is valid, else undefined. */
export function readRequestId(request: IncomingMessage): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE_REQUEST_ID.test(id) ? id : undefined;
}

/**
 * The URL at which the client reached the service, without a trailing slash: `PUBLIC_URL`, else from the
 * request's headers, according to the trusted proxies. Invalid hosts and prefixes are ignored.
 */
export function readBaseUrl(request: Request, { publicUrl }: PublicAddress): string {
  return publicUrl ?? `${readOrigin(request)}${readForwardedPrefix(request)}`;
}

/**
 * The path at which the client reached the service, without a trailing slash: empty for the root. The proxy
 * strips it, so requests do not have it, but everything that a browser resolves needs it.
 */
export function readBasePath(request: Request, address: PublicAddress): string {
  return new URL(readBaseUrl(request, address)).pathname.replace(/\/$/, '');
}

function readOrigin(request: Request): string {
  const host: string | undefined = request.host;
  // A syntactically plausible host may still have an invalid port or address.
  if (host !== undefined && SANE_HOST.test(host) && URL.canParse(`http://${host}`)) {
    return `${request.protocol}://${host.toLowerCase()}`;
  }
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `${request.protocol}://${address}:${localPort}`;
}

/** The path that a trusted proxy has stripped, else an empty string. */
function readForwardedPrefix({ app, headers, socket }: Request): string {
  const prefix = headers['x-forwarded-prefix'];
  if (typeof prefix !== 'string' || !CLEAN_PATH.test(prefix)) return '';
  const isTrusted = app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  return isTrusted(socket.remoteAddress, 0) ? prefix.replace(/\/$/, '') : '';
}
