import { useRef } from 'react';

const PAUSE_MIN_MS = 1000;
const PAUSE_MAX_MS = 30_000;

/**
 * Returns the milliseconds until the next request for the state of a job, or false if it is not busy. Pauses
 * grow with the duration of the job, because the number of requests per hour is limited.
 */
export function usePolling(): (isBusy: boolean) => number | false {
  const startedAt = useRef<number>(undefined);
  return (isBusy) => {
    if (!isBusy) {
      startedAt.current = undefined;
      return false;
    }
    startedAt.current ??= Date.now();
    const elapsed = Date.now() - startedAt.current;
    return Math.min(Math.max(elapsed / 5, PAUSE_MIN_MS), PAUSE_MAX_MS);
  };
}
