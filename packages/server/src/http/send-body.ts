import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import type { CachedAnswer } from '../cache/cache.ts';
import { addHeaders, type HeaderList } from './check.ts';

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

/** How a body is sent in one encoding. */
interface Message {
  bytes: Buffer;
  /** Of a 304, and of a 200. */
  headers: Readonly<Record<304 | 200, HeaderList>>;
}

/** The messages of bodies that are sent again, such as cached ones: the best one for a client is made once. */
const messages = new WeakMap<Buffer, Partial<Record<Encoding | 'identity', Message>>>();

/** Lets an app compress what it sends: a trusted proxy in front of it would do that itself. */
export function compressBodies(app: Express, isBehindProxy: boolean): void {
  app.set(SETTING, !isBehindProxy);
}

/** Sends a text, compressed if it has 1 KiB or more and the client accepts that. */
export function sendBody(request: Request, response: Response, body: Buffer): void {
  const isCompressible = canCompress(request, body);
  const encoding = isCompressible ? chooseEncoding(request) : undefined;
  if (isCompressible) response.vary('Accept-Encoding');
  if (encoding) response.set('Content-Encoding', encoding).send(COMPRESS[encoding](body));
  else response.send(body);
}

/**
 * Sends a body with its entity tag, or 304 if the client has it. Each encoding has an entity tag of its own, as the
 * bytes differ. `headers` are sent as well, at once with the others if the response has none yet.
 */
export function sendAnswer(
  request: Request,
  response: Response,
  answer: CachedAnswer,
  { headers = [], contentType = JSON_TYPE }: { headers?: HeaderList; contentType?: string | undefined } = {},
): void {
  const isCompressible = canCompress(request, answer.body);
  const encoding = isCompressible ? chooseEncoding(request) : undefined;
  const known = messages.get(answer.body) ?? {};
  const message = (known[encoding ?? 'identity'] ??= toMessage(answer, {
    encoding,
    isCompressible,
    contentType,
  }));
  messages.set(answer.body, known);
  const status = hasAlready(request, answer.etag) ? 304 : 200;
  sendHeaders(response, status, [...headers, ...message.headers[status]]);
  if (status === 304) response.end();
  else response.end(message.bytes);
}

function toMessage(
  { body, etag, headers = {} }: CachedAnswer,
  form: { encoding: Encoding | undefined; isCompressible: boolean; contentType: string },
): Message {
  const { encoding, isCompressible, contentType } = form;
  const bytes = encoding ? COMPRESS[encoding](body) : body;
  const described = [
    'Content-Type',
    contentType,
    'ETag',
    encoding ? etag.replace(/"$/, `.${encoding}"`) : etag,
    ...(isCompressible ? ['Vary', 'Accept-Encoding'] : []),
    ...Object.entries(headers).flat(),
  ];
  const encoded = encoding ? ['Content-Encoding', encoding] : [];
  return {
    bytes,
    headers: { 304: described, 200: [...described, ...encoded, 'Content-Length', String(bytes.length)] },
  };
}

function sendHeaders(response: Response, status: number, headers: HeaderList): void {
  if (response.getHeaderNames().length === 0) {
    response.writeHead(status, headers as string[]);
    return;
  }
  addHeaders(response, headers);
  response.status(status);
}

function canCompress({ app }: Request, body: Buffer): boolean {
  return body.length >= LENGTH_MIN && app.get(SETTING) === true;
}

function chooseEncoding(request: Request): Encoding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  return ENCODINGS.find((one) => request.acceptsEncodings(one));
}

/**
 * Whether `If-None-Match` matches the response. Express's `request.fresh` is false for requests with `Cache-Control:
 * no-cache`, which fetch adds to every request with `If-None-Match`.
 */
function hasAlready({ method, headers }: Request, etag: string): boolean {
  const condition = headers['if-none-match'];
  if (condition === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const known = condition.split(',').map((tag) => withoutEncoding(tag.trim().replace(/^W\//, '')));
  return known.includes(etag) || known.includes('*');
}

/** The entity tag of a body, from that of one of its encodings. */
function withoutEncoding(tag: string): string {
  return tag.replace(/\.(?:br|gzip)"$/, '"');
}
