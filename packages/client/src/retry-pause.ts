import type { ClientError } from './client-error.ts';

/** What bounds the retries of a call. */
export interface RetryBounds {
  /** `GET` and `HEAD` are retried, nothing else. */
  method: string;
  retries: number;
  /** The longest first pause; each further one is twice as long. */
  retryPauseMs: number;
  /** Milliseconds until the call's deadline. */
  leftMs: number;
}

/**
 * How long to wait before a failed read is retried, in milliseconds; undefined if it must not be: after a failure that
 * is not transient, too many attempts (`attempt` is the one that failed, from 1), or a pause that the deadline does not
 * allow. Never shorter than the `Retry-After`; else it doubles with each attempt, up to two seconds, and half of it is
 * random, so that many clients do not come back at the same moment.
 */
export function pauseBeforeRetry(
  error: ClientError<string>,
  attempt: number,
  bounds: RetryBounds,
): number | undefined {
  if (!READS.has(bounds.method) || attempt > bounds.retries || !isTransient(error)) return undefined;
  const longest = Math.min(bounds.retryPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  const pause = Math.max(error.retryAfterMs ?? 0, longest * (0.5 + Math.random() / 2), 1);
  return pause < bounds.leftMs ? pause : undefined;
}

const LONGEST_PAUSE_MS = 2_000;
const READS = new Set(['GET', 'HEAD']);
const TRANSIENT_STATUS = new Set([429, 502, 503, 504]);

function isTransient({ code, status, retryAfterMs }: ClientError<string>): boolean {
  if (code === 'unreachable' || code === 'timeout') return true;
  // A rate limit may answer 403 too, and only then says when to come back.
  return (
    code === 'http' && (TRANSIENT_STATUS.has(status ?? 0) || (status === 403 && retryAfterMs !== undefined))
  );
}
