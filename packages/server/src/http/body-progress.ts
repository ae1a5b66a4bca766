import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from './request-body.ts';

/** The minimum transfer rate and maximum size of a request body. */
export interface BodyProgress {
  /** At least this many bytes … */
  bytes: number;
  /** … in each period of this many milliseconds. */
  windowMs: number;
  /** Larger bodies are not read. */
  bytesMax: number;
  /**
   * How many milliseconds a client may keep sending a body that is not read, because it is too large or the
   * response was sent.
   */
  restMs: number;
}

/** The documented limit is 16 KiB in 10 seconds; two more seconds allow for clock differences and latency. */
export const BODY_PROGRESS: Pick<BodyProgress, 'bytes' | 'windowMs' | 'restMs'> = {
  bytes: 16 * 1024,
  windowMs: 12_000,
  restMs: 120_000,
};

const TOO_SLOW = 'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.';

/**
 * Ends a request whose body stops arriving, with 408 if no response was sent yet. The total time is
 * unlimited: on a slow connection 20 MiB take an hour.
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
    // The body has arrived completely, but may not be consumed yet.
    if (request.complete) return stop();
    const arrived = socket.bytesRead - counted;
    counted = socket.bytesRead;
    const isUnwanted = response.writableEnded || counted - start > bytesMax;
    unwantedMs = isUnwanted ? unwantedMs + windowMs : 0;
    // Node stops reading from the socket until buffered data is consumed; that is not the client's fault.
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
  // The body has arrived, or the request was aborted; after the response Node only signals that on the
  // socket.
  request.once('close', stop);
  socket.once('close', stop);
}

function end(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.destroy();
    return;
  }
  // A consumer of the body would otherwise wait forever: Node drops a request after the response.
  response.once('close', () => request.destroy());
  response.statusCode = 408;
  response.setHeader('Connection', 'close').setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ detail: TOO_SLOW }));
}
