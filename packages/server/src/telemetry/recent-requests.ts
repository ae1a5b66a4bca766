/** How many minutes are kept. */
export const RECENT_MINUTES = 60;

const MINUTE_MS = 60_000;

/** The requests of one minute. */
interface RequestMinute {
  requests: number;
  /** Responses with a status of 500 or more. */
  errors: number;
}

/** Counts the requests of this process by minute, for people who look at a dashboard. Nothing is stored. */
export interface RecentRequests {
  count(status: number): void;
  /** The last `RECENT_MINUTES` minutes, oldest first; the last one is under way. */
  read(): RequestMinute[];
}

/** `now` in milliseconds; tests set it. */
export function createRecentRequests(now: () => number = Date.now): RecentRequests {
  const minutes = new Map<number, RequestMinute>();

  function begin(minute: number): RequestMinute {
    for (const old of minutes.keys()) if (old <= minute - RECENT_MINUTES) minutes.delete(old);
    const begun = { requests: 0, errors: 0 };
    minutes.set(minute, begun);
    return begun;
  }

  return {
    count(status) {
      const minute = Math.floor(now() / MINUTE_MS);
      const counted = minutes.get(minute) ?? begin(minute);
      counted.requests += 1;
      if (status >= 500) counted.errors += 1;
    },
    read() {
      const last = Math.floor(now() / MINUTE_MS);
      return Array.from(
        { length: RECENT_MINUTES },
        (_, index) => minutes.get(last - RECENT_MINUTES + 1 + index) ?? { requests: 0, errors: 0 },
      );
    },
  };
}
