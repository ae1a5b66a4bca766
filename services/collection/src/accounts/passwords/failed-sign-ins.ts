import { findUsernameKey } from '@kitroom/collection-client';
import {
  openFailedSignIns as openCounts,
  type FailedSignIns,
} from '@kitroom/server/passwords/failed-attempts';
import { IPV6_SUBNET, LOGIN_ADDRESS_FACTOR } from '../../limits.ts';
import { secondsUntil, throttled, type LimitContext } from '../../throttled.ts';

/** Counts failed sign-ins, with the documented 429. */
export function openFailedSignIns({ config, redis, metrics }: LimitContext): FailedSignIns {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  return openCounts({
    redis,
    metrics,
    prefix: 'kitroom:collection:sign-in:',
    limit,
    addressLimit: limit * LOGIN_ADDRESS_FACTOR,
    seconds,
    ipv6Subnet: IPV6_SUBNET,
    toNameKey: (text) => findUsernameKey(text) ?? text,
    throttled: ({ allowed, resetTime }) =>
      throttled(resetTime, seconds, {
        RateLimit: `"login"; r=0; t=${secondsUntil(resetTime, seconds)}`,
        'RateLimit-Policy': `"login"; q=${allowed}; w=${seconds}`,
      }),
  });
}
