import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

/** The addresses that links in answers start with. */
export interface PublicAddress {
  /** `PUBLIC_URL`, where it is set. */
  publicUrl: string | undefined;
}

const SANE_HOST = /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?$/;
const SANE_REQUEST_ID = /^[A-Za-z0-9._:/+=@-]{1,128}$/;

/** The client's own request id if it sent a sane one, else undefined. */
export function readRequestId(request: IncomingMessage): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE_REQUEST_ID.test(id) ? id : undefined;
}

/**
 * The address under which the client reached the service, without a trailing slash: `PUBLIC_URL`, else what the
 * request says, as far as the proxies in front are trusted. A host that cannot be one is not repeated.
 */
export function readBaseUrl(request: Request, { publicUrl }: PublicAddress): string {
  if (publicUrl !== undefined) return publicUrl;
  const host: string | undefined = request.host;
  // What looks like a host may have a port or numbers that no address has.
  if (host !== undefined && SANE_HOST.test(host) && URL.canParse(`http://${host}`)) {
    return `${request.protocol}://${host.toLowerCase()}`;
  }
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
  return `${request.protocol}://${address}:${localPort}`;
}
