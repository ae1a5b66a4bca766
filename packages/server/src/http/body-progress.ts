import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-body.ts';

/** How fast the body of a request has to arrive, and how large one is read. */
export interface BodyProgress {
  /** So many bytes at least … */
  bytes: number;
  /** … in each period of so many milliseconds. */
  windowMs: number;
  /** What is larger than this is not read by anyone. */
  bytesMax: number;
  /** How many milliseconds a client may go on sending what nobody reads: the answer is there, or the body too large. */
  restMs: number;
}

/** Clients are promised 16 KiB in 10 seconds; two more are for clocks and for what lies between. */
export const BODY_PROGRESS: Pick<BodyProgress, 'bytes' | 'windowMs' | 'restMs'> = {
  bytes: 16 * 1024,
  windowMs: 12_000,
  restMs: 120_000,
};

const TOO_SLOW = 'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.';

/**
 * Ends a request whose body stops arriving, with 408 if nothing was answered yet. However long the whole of it takes
 * does not matter: over a slow line 20 MiB take an hour.
 */
export function requireProgress(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, windowMs, bytesMax, restMs }: BodyProgress,
): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const start = socket.bytesRead;
  let counted = start;
  let unwantedMs = 0;
  let wasBlocked = false;
  const timer = setInterval(() => {
    // What has arrived may wait to be read.
    if (request.complete) return stop();
    const arrived = socket.bytesRead - counted;
    counted = socket.bytesRead;
    const isUnwanted = response.writableEnded || counted - start > bytesMax;
    unwantedMs = isUnwanted ? unwantedMs + windowMs : 0;
    // Node takes no more from a client until what has arrived is read: that wait is not the client's.
    const isBlocked = !isUnwanted && request.readableLength >= request.readableHighWaterMark;
    const isSlow = arrived < bytes && !isBlocked && !wasBlocked;
    wasBlocked = isBlocked;
    if (isSlow || unwantedMs > restMs) end(request, response);
  }, windowMs);
  const stop = () => {
    clearInterval(timer);
    request.off('close', stop);
    socket.off('close', stop);
  };
  // The body has arrived, or was given up. Of an answered request Node tells the latter by the socket alone.
  request.once('close', stop);
  socket.once('close', stop);
}

function end(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.destroy();
    return;
  }
  // Whoever reads the body would otherwise wait for ever: Node forgets a request once it is answered.
  response.once('close', () => request.destroy());
  response.statusCode = 408;
  response.setHeader('Connection', 'close').setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ detail: TOO_SLOW }));
}
