/** A failed attempt, as far as the next one depends on it. */
export interface FailedAttempt {
  /** Which attempt failed, from 1. */
  attempt: number;
  /** The answer's status; undefined when there was none. */
  status: number | undefined;
  /** Without a status: whether the connection failed in a way that may pass by itself. */
  isPassing: boolean;
  /** What the answer's `Retry-After` asks for, in milliseconds. */
  retryAfterMs: number | undefined;
}

/** What bounds the retries of a question. */
export interface RetryBounds {
  /** `GET` and `HEAD` are retried, nothing else. */
  method: string;
  retries: number;
  /** The longest first pause; each further one is twice as long. */
  retryPauseMs: number;
  /** Milliseconds until the question's deadline. */
  leftMs: number;
}

/**
 * How long to wait before a read is asked again, in milliseconds; undefined where it must not be: after a
 * failure that does not pass by itself, too many attempts, or a pause that the deadline does not allow.
 * Never shorter than the `Retry-After`; else it doubles with each attempt, up to two seconds, and half of it
 * is chance, so that many clients do not come back at the same moment.
 */
export function pauseBeforeRetry(failed: FailedAttempt, bounds: RetryBounds): number | undefined {
  if (!READS.has(bounds.method) || failed.attempt > bounds.retries || !mayPass(failed)) return undefined;
  const longest = Math.min(bounds.retryPauseMs * 2 ** (failed.attempt - 1), LONGEST_PAUSE_MS);
  const pause = Math.max(failed.retryAfterMs ?? 0, longest * (0.5 + Math.random() / 2), 1);
  return pause < bounds.leftMs ? pause : undefined;
}

const LONGEST_PAUSE_MS = 2_000;
const READS = new Set(['GET', 'HEAD']);
const PASSING_STATUS = new Set([429, 502, 503, 504]);

function mayPass({ status, isPassing, retryAfterMs }: FailedAttempt): boolean {
  if (status === undefined) return isPassing;
  // A rate limit may answer 403 too, and only then says when to come back.
  return PASSING_STATUS.has(status) || (status === 403 && retryAfterMs !== undefined);
}
