import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';

/** Shorter bodies fit one packet as they are. */
const LENGTH_MIN = 1024;
/** Higher qualities take many times as long and save a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const SETTING = 'compress bodies';

/** The best first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, BROTLI),
  gzip: (body) => gzipSync(body),
};

/** The compressed forms of bodies that are sent again, such as cached ones. */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Buffer>>>();

/** Lets an app compress what `sendBody` sends: a trusted proxy in front of it would do that itself. */
export function compressBodies(app: Express, isBehindProxy: boolean): void {
  app.set(SETTING, !isBehindProxy);
}

/** Sends a text, compressed if it has 1 KiB or more and the client accepts that. */
export function sendBody(request: Request, response: Response, body: Buffer): void {
  sendEncoded(response, body, chooseEncoding(request, response, body));
}

/**
 * Chooses the encoding of a body. Each has an entity tag of its own, as the bytes differ; `withoutEncoding` tells which
 * one they share.
 */
export function chooseEncoding(request: Request, response: Response, body: Buffer): Encoding | undefined {
  if (request.app.get(SETTING) !== true || body.length < LENGTH_MIN) return undefined;
  response.vary('Accept-Encoding');
  const encoding = ENCODINGS.find((one) => request.acceptsEncodings(one));
  const tag = response.get('ETag');
  if (encoding && tag) response.set('ETag', tag.replace(/"$/, `.${encoding}"`));
  return encoding;
}

/** Sends a body in a chosen encoding. */
export function sendEncoded(response: Response, body: Buffer, encoding: Encoding | undefined): void {
  if (encoding) response.set('Content-Encoding', encoding).send(compress(body, encoding));
  else response.send(body);
}

/** The entity tag of a body, from that of one of its encodings. */
export function withoutEncoding(tag: string): string {
  return tag.replace(/\.(?:br|gzip)"$/, '"');
}

function compress(body: Buffer, encoding: Encoding): Buffer {
  const known = compressed.get(body) ?? {};
  const bytes = (known[encoding] ??= COMPRESS[encoding](body));
  compressed.set(body, known);
  return bytes;
}
