import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** A request, as far as the stand-in archive understands it. */
export interface StandInRequest {
  /** With the query. */
  path: string;
  kind: 'feed' | 'user' | 'page' | 'other';
  /** Undefined where the path names no collector. */
  userid: number | undefined;
  /** From 1; also 1 where the path names none. */
  page: number;
  /** How often this path was asked for, this time included. */
  count: number;
}

/** How a test wants a request to be answered. */
export interface StandInBehaviour {
  /** 200 where a body is given. Without a status and a body the normal answer is sent. */
  status?: number;
  /** Sent as well as, or instead of, the normal ones. */
  headers?: Record<string, string>;
  body?: string | Buffer | AsyncIterable<Buffer>;
  /** Waits before it answers, or resets the connection. */
  delayMs?: number;
  /** Resets the connection. */
  destroy?: true;
  /** Never answers. */
  hang?: true;
}

/** What is sent. */
export interface StandInAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | AsyncIterable<Buffer>;
}

/** Answers a request in the way a test wants it, normally where it wants nothing else. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  normal: StandInAnswer,
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
  // Whoever asked may have had enough before the end.
  else await pipeline(Readable.from(body), response).catch(() => response.destroy());
}

function merge(normal: StandInAnswer, { status, headers, body }: StandInBehaviour): StandInAnswer {
  if (status === undefined && body === undefined) {
    return { ...normal, headers: { ...normal.headers, ...headers } };
  }
  return { status: status ?? 200, headers: headers ?? {}, body: body ?? '' };
}
