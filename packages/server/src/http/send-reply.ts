import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Contract } from '@kitroom/shared';
import { entityTag, toCachedResponse, type CachedResponse } from '../cache/cache.ts';
import { Reply } from './endpoint.ts';
import { FileReply, openFile, waitForContent } from './file-reply.ts';
import { openCompressor, sendBody, sendResponse } from './send-body.ts';
import { versionedTag } from './versions.ts';

/** Sends the result of a handler. */
export async function sendReply(
  request: Request,
  response: Response,
  contract: Contract,
  value: unknown,
): Promise<void> {
  const { stored } = contract;
  if (stored === 'never') response.set('Cache-Control', 'no-store');
  if (value instanceof FileReply) {
    const stream = await openFile(request, response, value.file);
    if (stream) await sendStream(request, response, stream);
    return;
  }
  const reply = value instanceof Reply ? value : new Reply(value);
  if (reply.body instanceof Readable) await waitForContent(reply.body, response);
  const status = reply.status ?? successStatus(contract);
  const { Vary: varies, ...headers } = reply.headers;
  response.status(status).set(headers);
  // Added to the `Vary` that middleware has set.
  if (varies !== undefined) response.vary(varies);
  if (reply.body instanceof Readable) {
    await sendStream(request, response, reply.body, openCompressor(request, response));
  } else if (reply.stored || reply.version !== undefined) {
    await sendResponse(request, response, toTaggedResponse(reply));
  } else if (reply.body === undefined) response.end();
  else if (status !== 200 || stored !== undefined) {
    if (!response.get('Content-Type')) response.type('json');
    await sendBody(request, response, Buffer.from(JSON.stringify(reply.body)));
  } else if (typeof reply.body !== 'string') {
    await sendResponse(request, response, toTaggedResponse(reply));
  } else {
    const body = Buffer.from(reply.body);
    await sendResponse(request, response, { body, etag: entityTag(body) }, reply.headers['Content-Type']);
  }
}

/** The status of a successful response: the lowest one of the contract. */
export function successStatus({ responses }: Contract): number {
  return Math.min(...Object.keys(responses).map(Number));
}

/** A body in JSON with its entity tag, which begins with the version of the record that it shows. */
export function toTaggedResponse({ body, version, stored }: Reply): CachedResponse {
  if (stored) return stored;
  const response = toCachedResponse(body);
  return version === undefined ? response : { ...response, etag: versionedTag(version, response.etag) };
}

/**
 * If the stream fails, the connection is closed, so that clients do not mistake a partial body for a complete
 * one.
 */
async function sendStream(
  request: Request,
  response: Response,
  body: Readable,
  compressor?: Transform,
): Promise<void> {
  // If the client has disconnected already, Node's pipeline would never close the stream.
  if (request.method === 'HEAD' || response.destroyed) {
    body.destroy();
    response.end();
    return;
  }
  // For the log: the request may be logged before pipeline reports the error.
  body.once('error', (error) => {
    if (!response.destroyed) response.err = error;
  });
  await pipeline(compressor ? [body, compressor, response] : [body, response]).catch((error: unknown) => {
    const hasDisconnected = response.err === undefined;
    if (!hasDisconnected) throw error;
  });
}
