import type { ClientError } from './client-error.ts';

export interface RetryBounds {
  /** Only `GET` and `HEAD` are retried. */
  method: string;
  retries: number;
  /** Upper bound of the first pause; it doubles with each retry. */
  retryPauseMs: number;
  /** Milliseconds until the call's deadline. */
  leftMs: number;
}

/**
 * Milliseconds before a failed read is retried. Undefined if it must not be: the failure is not transient, there were
 * too many attempts (`attempt` is the one that failed, from 1), or the pause would exceed the deadline. At least
 * `Retry-After`; otherwise exponential backoff up to two seconds, half of it random so that many clients do not retry
 * at the same moment.
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
  // A rate limit may respond with 403 as well, but only with `Retry-After`.
  return (
    code === 'http' && (TRANSIENT_STATUS.has(status ?? 0) || (status === 403 && retryAfterMs !== undefined))
  );
}
