import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import type { CachedResponse } from '../cache/cache.ts';

/** Shorter bodies fit one packet as they are. */
const LENGTH_MIN = 1024;
/** Higher qualities take many times as long and save a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const SETTING = 'compress bodies';
const JSON_TYPE = 'application/json; charset=utf-8';

/** The best first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body),
};

/** The compressed forms of bodies that are sent again, such as cached ones: each is made once. */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

/** Lets an app compress what it sends: a trusted proxy in front of it would do that itself. */
export function compressBodies(app: Express, isBehindProxy: boolean): void {
  app.set(SETTING, !isBehindProxy);
}

/** Sends a text, compressed if it has 1 KiB or more and the client accepts that. */
export function sendBody(request: Request, response: Response, body: Buffer): void {
  response.send(compress(body, negotiate(request, response, body)));
}

/**
 * Sends a body with its entity tag, or 304 if the client has it. Each encoding has an entity tag of its own, as the
 * bytes differ.
 */
export function sendResponse(
  request: Request,
  response: Response,
  { body, etag, headers = {} }: CachedResponse,
  contentType = JSON_TYPE,
): void {
  const encoding = negotiate(request, response, body);
  response.setHeader('Content-Type', contentType);
  response.setHeader('ETag', encoding ? etag.replace(/"$/, `.${encoding}"`) : etag);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (hasAlready(request, etag)) {
    response.removeHeader('Content-Encoding');
    response.status(304).end();
    return;
  }
  const bytes = compress(body, encoding);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Chooses the encoding of a body, and sets its headers. */
function negotiate(request: Request, response: Response, body: Buffer): Encoding | undefined {
  if (body.length < LENGTH_MIN || request.app.get(SETTING) !== true) return undefined;
  response.vary('Accept-Encoding');
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one));
  if (encoding) response.setHeader('Content-Encoding', encoding);
  return encoding;
}

function compress(body: Buffer, encoding: Encoding | undefined): Buffer {
  if (!encoding) return body;
  const forms = compressed.get(body) ?? {};
  compressed.set(body, forms);
  return (forms[encoding] ??= COMPRESS[encoding](body));
}

/**
 * Whether `If-None-Match` matches the response. Express's `request.fresh` is false for requests with `Cache-Control:
 * no-cache`, which fetch adds to every request with `If-None-Match`.
 */
export function hasAlready({ method, headers }: Request, etag: string): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const known = condition.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
  return known.includes(etag) || known.includes('*');
}

/** The entity tag of a body, from that of one of its encodings; Apache adds `-gzip` to that of what it compresses. */
function withoutEncoding(tag: string): string {
  return tag.replace(/(?:\.(?:br|gzip)|-gzip)"$/, '"');
}
