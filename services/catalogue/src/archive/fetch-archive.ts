import got, { RequestError, TimeoutError } from 'got';
import { failSpan, inSpan } from '@kitroom/server/telemetry/task';
import { parseRetryAfter } from '@kitroom/shared';
import type { ArchiveOutcome } from '../catalogue-metrics.ts';
import type { Requester } from './pace-queries.ts';
import type { Pace } from './pace.ts';

/** A response from the archive, with any status. */
export interface ArchiveResponse {
  status: number;
  body: Uint8Array;
  /** The value of `Retry-After`, in milliseconds. */
  retryAfterMs: number | undefined;
}

/** The archive is unavailable, timed out or closed the connection. Retrying may help. */
export class ArchiveUnreachable extends Error {
  override readonly name = 'ArchiveUnreachable';
}

/** The archive sent an unusable response. Retrying does not help. */
export class ArchiveUnusable extends Error {
  override readonly name = 'ArchiveUnusable';
}

/** Decodes the body of a response. */
export function toText({ body }: ArchiveResponse): string {
  return new TextDecoder().decode(body);
}

/** A rate-limited client of the external kit archive. */
export interface Archive {
  baseUrl: string;
  /** The pause between requests, in milliseconds. */
  intervalMs: number;
  /**
   * Requests a path when it is the requester's turn. Each redirect within the archive's host waits for
   * another turn. After `signal` is aborted, no new request is sent, and a pending one has a few seconds to
   * complete.
   */
  get(path: string, requester: Requester, signal: AbortSignal): Promise<ArchiveResponse>;
  /**
   * Requests a picture like `get`. Its URL may also be on a subdomain of the archive's host; any other URL
   * throws an ArchiveUnusable.
   */
  getImage(url: string, requester: Requester, signal: AbortSignal): Promise<ArchiveResponse>;
  /** Sends no requests for this time. Call it if the archive requested a pause. */
  postpone(ms: number): Promise<void>;
}

interface ArchiveOptions {
  baseUrl: string;
  userAgent: string;
  pace: Pace;
  /** Records the outcome and duration of a request. */
  count(outcome: ArchiveOutcome, seconds: number): void;
}

/** The maximum size of a page; usual pages have about 60 KB. */
const PAGE_MAX_BYTES = 5 * 1024 * 1024;
const IMAGE_MAX_BYTES = 20 * 1024 * 1024;
const REDIRECTS_MAX = 5;
/** How long after an abort a pending response is still accepted, so that it need not be requested again. */
const LAST_RESPONSE_MS = 3000;
/**
 * At most 13 seconds in total until the request is sent, which is less than a turn (`TURN_MS` in
 * pace-queries.ts).
 */
const TIMEOUTS = { lookup: 3000, connect: 4000, secureConnect: 4000, send: 2000, request: 30_000 };

export function openArchive(options: ArchiveOptions): Archive {
  const { baseUrl, pace } = options;

  async function request(start: URL, maxBytes: number, requester: Requester, signal: AbortSignal) {
    let url = start;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const { location, ...response } = await pace.take(
        requester,
        (sent) => sendMeasured({ url, maxBytes }, options, sent, signal),
        signal,
      );
      if (location === undefined) return response;
      url = follow(url, location);
    }
    throw new ArchiveUnusable(`The archive redirected more than ${REDIRECTS_MAX} times.`);
  }

  return {
    baseUrl,
    intervalMs: pace.intervalMs,
    postpone: (ms) => pace.postpone(ms),
    get: (path, requester, signal) =>
      request(new URL(`${baseUrl}${path}`), PAGE_MAX_BYTES, requester, signal),
    async getImage(address, requester, signal) {
      // The address is stored as received from the archive, so it may be invalid.
      const url = URL.parse(address);
      if (!url) throw new ArchiveUnusable("The picture's address is not a URL.");
      if (!isArchiveUrl(url, new URL(baseUrl))) {
        throw new ArchiveUnusable(`The picture is not on the archive's host: ${url.host}`);
      }
      return request(url, IMAGE_MAX_BYTES, requester, signal);
    },
  };
}

/**
 * Prevents requests to arbitrary addresses that the service can reach, because entries are untrusted input.
 */
function isArchiveUrl(url: URL, archive: URL): boolean {
  if (url.origin === archive.origin) return true;
  const domain = archive.hostname.replace(/^www\./, '');
  return url.protocol === 'https:' && url.port === '' && `.${url.hostname}`.endsWith(`.${domain}`);
}

interface Download {
  url: URL;
  maxBytes: number;
}

async function sendMeasured(
  download: Download,
  options: ArchiveOptions,
  sent: () => void,
  signal: AbortSignal,
) {
  const { url } = download;
  const start = performance.now();
  const count = (outcome: ArchiveOutcome) => options.count(outcome, (performance.now() - start) / 1000);
  try {
    const response = await inSpan(
      () => ({
        name: 'GET',
        attributes: {
          'http.request.method': 'GET',
          'server.address': url.hostname,
          'url.full': url.origin + url.pathname,
        },
      }),
      async (span) => {
        const received = await send(download, options, sent, signal);
        span?.setAttributes({ 'http.response.status_code': received.status });
        if (span && received.status >= 400) failSpan(span, String(received.status));
        return received;
      },
    );
    count(outcomeOf(response.status));
    return response;
  } catch (error) {
    if (error instanceof ArchiveUnreachable) count('unreachable');
    if (error instanceof ArchiveUnusable) count('unusable');
    throw error;
  }
}

function outcomeOf(status: number): ArchiveOutcome {
  if (status === 403) return 'refused';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'throttled';
  return status < 400 ? 'ok' : 'failed';
}

async function send(
  { url, maxBytes }: Download,
  { userAgent }: ArchiveOptions,
  sent: () => void,
  signal: AbortSignal,
) {
  // The signal may have been aborted while waiting for the turn.
  signal.throwIfAborted();
  const stop = new AbortController();
  const delayedAbort = delayAbort(signal, LAST_RESPONSE_MS);
  const request = got(url, {
    // The response is uncompressed, so that the size limit applies to the received bytes.
    headers: { 'user-agent': userAgent, 'accept-encoding': 'identity' },
    decompress: false,
    responseType: 'buffer',
    throwHttpErrors: false,
    followRedirect: false,
    retry: { limit: 0 },
    timeout: TIMEOUTS,
    signal: AbortSignal.any([delayedAbort.signal, stop.signal]),
  });
  void request.on('request', (clientRequest) => clientRequest.once('finish', sent));
  void request.on('downloadProgress', ({ transferred }) => {
    if (transferred > maxBytes) stop.abort();
  });
  try {
    const { statusCode, headers, body } = await request;
    return {
      status: statusCode,
      body,
      retryAfterMs: parseRetryAfter(headers['retry-after']),
      location: statusCode >= 300 && statusCode < 400 ? headers.location : undefined,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (stop.signal.aborted) {
      throw new ArchiveUnusable(`The archive's response is larger than ${maxBytes / 1024 / 1024} MiB.`);
    }
    throw error instanceof RequestError ? toUnreachable(error) : error;
  } finally {
    delayedAbort.end();
  }
}

/** Returns a signal that is aborted `ms` after another one, unless `end` is called first. */
function delayAbort(signal: AbortSignal, ms: number): { signal: AbortSignal; end(): void } {
  const delayed = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => delayed.abort(), ms);
  };
  signal.addEventListener('abort', wait, { once: true });
  const end = () => {
    signal.removeEventListener('abort', wait);
    clearTimeout(timer);
  };
  return { signal: delayed.signal, end };
}

function follow(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to?.host !== from.host || !['http:', 'https:'].includes(to.protocol)) {
    throw new ArchiveUnusable(`The archive redirected to another place: ${location.slice(0, 200)}`);
  }
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new ArchiveUnusable(
      `The archive redirected from https to an unencrypted address: ${location.slice(0, 200)}`,
    );
  }
  return to;
}

function toUnreachable(error: RequestError): ArchiveUnreachable {
  const problem =
    error instanceof TimeoutError ? 'did not respond in time' : `could not be reached (${error.code})`;
  return new ArchiveUnreachable(`The archive ${problem}.`, { cause: error });
}
