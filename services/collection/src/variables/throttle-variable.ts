import * as z from 'zod';

/** The number of requests that a client may make in a period of seconds. */
export interface Throttle {
  limit: number;
  seconds: number;
}

const LIMIT_MAX = 1_000_000_000;
/** Node.js timers are limited to 24 days. */
const SECONDS_MAX = 86_400 * 24;

/** A throttle variable: `<number>/<seconds>`. */
export function throttleVariable(fallback: Throttle) {
  return z
    .string()
    .regex(/^\d{1,10}\/\d{1,10}$/)
    .transform((text): Throttle => {
      const [limit = 0, seconds = 0] = text.split('/').map(Number);
      return { limit, seconds };
    })
    .refine(({ limit, seconds }) => isWithin(limit, LIMIT_MAX) && isWithin(seconds, SECONDS_MAX))
    .default(fallback)
    .meta({ allowed: `<number>/<seconds>, such as ${fallback.limit}/${fallback.seconds}` });
}

function isWithin(value: number, maximum: number): boolean {
  return value >= 1 && value <= maximum;
}
