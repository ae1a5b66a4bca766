import { useRef } from 'react';

const PAUSE_MIN_MS = 1000;
const PAUSE_MAX_MS = 30_000;

/**
 * Returns how long to wait until work is asked for again; false if there is none. The longer it takes, the
 * longer the pauses: requests are limited by the hour.
 */
export function usePolling(): (isBusy: boolean) => number | false {
  const began = useRef<number>(undefined);
  return (isBusy) => {
    if (!isBusy) {
      began.current = undefined;
      return false;
    }
    began.current ??= Date.now();
    const elapsed = Date.now() - began.current;
    return Math.min(Math.max(elapsed / 5, PAUSE_MIN_MS), PAUSE_MAX_MS);
  };
}
