import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { ServiceError } from './errors.ts';
import { matchesIfNoneMatch } from './send-body.ts';

/** A range of bytes; both ends are included. */
interface ByteRange {
  start: number;
  end: number;
}

interface FileReplyOptions {
  /** The size of the whole file. */
  bytes: number;
  /** A strong entity tag, with quotes. It must change whenever the content changes. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** Opens the file, or a range of it. */
  read(range?: ByteRange): Promise<Readable>;
}

/** A response with a stored file, of which clients may request a range. */
export class FileReply {
  readonly file: FileReplyOptions;

  constructor(file: FileReplyOptions) {
    this.file = file;
  }
}

/**
 * Sets status and headers for a file and opens the requested part; undefined if the response is complete. A
 * request for several ranges gets the whole file. See https://www.rfc-editor.org/rfc/rfc9110#section-14.
 */
export async function openFile(
  request: Request,
  response: Response,
  { bytes, etag, headers, read }: FileReplyOptions,
): Promise<Readable | undefined> {
  if (matchesIfNoneMatch(request, etag)) {
    const { 'Cache-Control': caching } = headers;
    if (caching !== undefined) response.set('Cache-Control', caching);
    response.status(304).set({ 'Accept-Ranges': 'bytes', ETag: etag }).end();
    return undefined;
  }
  const range = toRange(request, bytes, etag);
  if (range === 'unsatisfiable') {
    response.status(416).set('Content-Range', `bytes */${bytes}`);
    response.json({ detail: 'The file does not have this range.' });
    return undefined;
  }
  const stream = await read(range);
  await waitForContent(stream, response);
  response.set({ ...headers, 'Accept-Ranges': 'bytes', ETag: etag });
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : bytes));
  return stream;
}

/**
 * Waits until a stream has something to send or has ended, or the client has disconnected. An error before
 * that is thrown, so that the response gets its status; later ones can only close the connection.
 */
export async function waitForContent(stream: Readable, response: Response): Promise<void> {
  // An error between this wait and sending would otherwise have no listener, and end the process.
  stream.on('error', () => undefined);
  if (stream.readableLength === 0 && !stream.destroyed && !response.destroyed) {
    const end = new AbortController();
    const next = (emitter: Readable | Response, event: string) =>
      once(emitter, event, { signal: end.signal });
    try {
      await Promise.race([next(stream, 'readable'), next(stream, 'close'), next(response, 'close')]);
    } finally {
      end.abort();
    }
  }
  if (stream.errored) throw stream.errored;
}

function toRange(request: Request, bytes: number, etag: string): ByteRange | 'unsatisfiable' | undefined {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== etag) return undefined;
  const ranges = request.range(bytes);
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes') return undefined;
  return ranges.length === 1 ? ranges[0] : undefined;
}

const DETAILS: Readonly<Record<number, string>> = {
  404: 'There is no such file.',
  412: 'The file does not meet this condition.',
  416: 'The file does not have this range.',
};

/**
 * Responds for Express's file handlers that did not send a file: it does not exist, it does not meet a
 * condition of the request, or it does not have the requested range.
 */
export const handleFileErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof ServiceError) return next(error);
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  const detail = DETAILS[status];
  if (response.headersSent || detail === undefined) return next(error);
  for (const name of ['Accept-Ranges', 'ETag', 'Last-Modified', 'Content-Type']) response.removeHeader(name);
  response.set('Cache-Control', 'no-cache').status(status).json({ detail });
};
