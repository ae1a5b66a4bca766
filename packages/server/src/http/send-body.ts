import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Express, Request, Response } from 'express';
import type { CachedResponse } from '../cache/cache.ts';

/** Shorter bodies fit one packet as they are. */
const LENGTH_MIN = 1024;
/** Longer bodies are compressed in a thread, which takes longer but leaves the event loop free. */
const SYNC_LENGTH_MAX = 64 * 1024;
/** Higher qualities take many times as long and save a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const SETTING = 'compress bodies';
const JSON_TYPE = 'application/json; charset=utf-8';

/** In order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

const COMPRESS_SYNC: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body),
};

const brotliInThread = promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress);
const COMPRESS_IN_THREAD: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotliInThread(body, BROTLI),
  gzip: promisify<Buffer, Buffer>(gzip),
};

type Compressed = Buffer | Promise<Buffer>;

/**
 * Compressed forms of bodies that are sent again, such as cached ones: each is created once, also for
 * requests that arrive while it is being created.
 */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Compressed>>>();

/** Enables compression in an app, unless a trusted proxy in front of it compresses responses. */
export function compressBodies(app: Express, isBehindProxy: boolean): void {
  app.set(SETTING, !isBehindProxy);
}

/**
 * Sends a body without an entity tag, compressed if it has 1 KiB or more and the client accepts an encoding.
 */
export async function sendBody(request: Request, response: Response, body: Buffer): Promise<void> {
  const encoding = negotiate(request, response, body);
  const bytes = await compress(body, encoding);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  endResponse(response, bytes);
}

/**
 * Ends a response. Express's `send` would respond with 304 to `If-None-Match: *`, although there is no entity
 * tag.
 */
export function endResponse(response: Response, bytes: Buffer): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/**
 * Sends a body with its entity tag, or 304 if the client has it. Each encoding has its own entity tag, as the
 * bytes differ.
 */
export async function sendResponse(
  request: Request,
  response: Response,
  { body, etag, headers = {} }: CachedResponse,
  contentType = JSON_TYPE,
): Promise<void> {
  const encoding = negotiate(request, response, body);
  const isKnown = matchesIfNoneMatch(request, etag);
  const bytes = isKnown ? undefined : await compress(body, encoding);
  response.setHeader('Content-Type', contentType);
  response.setHeader('ETag', encoding ? tagOf(etag, encoding) : etag);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  if (!bytes) {
    response.status(304).end();
    return;
  }
  if (encoding) response.setHeader('Content-Encoding', encoding);
  endResponse(response, bytes);
}

/**
 * Returns a stream that compresses a JSON body of unknown length, and sets its headers; undefined if the body
 * is sent as it is.
 */
export function openCompressor(request: Request, response: Response): Transform | undefined {
  if (!response.get('Content-Type')?.startsWith('application/json')) return undefined;
  const encoding = negotiateEncoding(request, response);
  if (encoding === undefined) return undefined;
  response.setHeader('Content-Encoding', encoding);
  const etag = response.get('ETag');
  if (etag) response.setHeader('ETag', tagOf(etag, encoding));
  return encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
}

/** The entity tag of a body in an encoding: the bytes differ. */
function tagOf(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `.${encoding}"`);
}

/** Chooses the encoding of a body; `Vary` says that it depends on the client. */
function negotiate(request: Request, response: Response, body: Buffer): Encoding | undefined {
  return body.length < LENGTH_MIN ? undefined : negotiateEncoding(request, response);
}

function negotiateEncoding(request: Request, response: Response): Encoding | undefined {
  if (request.app.get(SETTING) !== true) return undefined;
  response.vary('Accept-Encoding');
  if (request.headers['accept-encoding'] === undefined) return undefined;
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding));
}

function compress(body: Buffer, encoding: Encoding | undefined): Compressed {
  if (!encoding) return body;
  const forms = compressed.get(body) ?? {};
  compressed.set(body, forms);
  return (forms[encoding] ??=
    body.length <= SYNC_LENGTH_MAX
      ? COMPRESS_SYNC[encoding](body)
      : COMPRESS_IN_THREAD[encoding](body).catch((error: unknown) => {
          delete forms[encoding];
          throw error;
        }));
}

/**
 * Whether `If-None-Match` matches the response. Express's `request.fresh` is false for requests with
 * `Cache-Control: no-cache`, which fetch adds to every request with `If-None-Match`.
 */
export function matchesIfNoneMatch({ method, headers }: Request, etag: string): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const tags = condition.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * The entity tag of the uncompressed body: without the suffix of an encoding, or `-gzip`, which Apache adds
 * to responses that it compresses.
 */
function withoutEncoding(tag: string): string {
  return tag.replace(/(?:\.(?:br|gzip)|-gzip)"$/, '"');
}
