import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A parsed request to the stand-in archive. */
export interface StandInRequest {
  /** With the query. */
  path: string;
  kind: 'feed' | 'user' | 'page' | 'other';
  /** Undefined if the path names no collector. */
  userid: number | undefined;
  /** From 1, the default. */
  page: number;
  /** How often this path has been requested, including now. */
  count: number;
}

/** An override of the normal response. */
export interface StandInBehaviour {
  /** Default: 200 if a body is given. Without a status and a body the normal response is sent. */
  status?: number;
  /** Added to, or overriding, the normal ones. */
  headers?: Record<string, string>;
  body?: string | Buffer | AsyncIterable<Buffer>;
  /** Delays the response or the reset. */
  delayMs?: number;
  /** Resets the connection. */
  destroy?: true;
  /** Never responds. */
  hang?: true;
}

/** A response to send. */
export interface StandInResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | AsyncIterable<Buffer>;
}

/** Sends the overridden or normal response. */
export async function respond(
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
