import { ServiceError } from '@kitroom/server/http/errors';

/** 429: too many requests, or too many failed sign-ins. */
export function throttled(
  resetTime: Date | undefined,
  windowSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): ServiceError {
  const seconds = secondsUntil(resetTime, windowSeconds);
  return new ServiceError('throttled', `Request was throttled. Expected available in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds), ...headers },
  });
}

/** Whole seconds until a window ends, at least one. */
export function secondsUntil(resetTime: Date | undefined, windowSeconds: number): number {
  if (!resetTime) return windowSeconds;
  return Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
}
