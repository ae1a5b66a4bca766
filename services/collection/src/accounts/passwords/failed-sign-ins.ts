import { findUsernameKey } from '@kitroom/collection-client';
import {
  openFailedSignIns as openCounts,
  type FailedSignInOptions,
  type FailedSignIns,
} from '@kitroom/server/passwords/failed-attempts';
import { LOGIN_ADDRESS_FACTOR, SHARE_WRONG_PASSWORDS } from '../../limits.ts';
import { secondsUntil, throttled, type LimitContext } from '../../throttled.ts';

/** Counts failed sign-ins, with the documented 429. */
export function openFailedSignIns(context: LimitContext): FailedSignIns {
  return openFailures(context, {
    step: 'login',
    prefix: 'kitroom:collection:sign-in:',
    // The text as entered, not its account: otherwise the 429 would reveal whose e-mail address it is.
    toNameKey: (text) => findUsernameKey(text) ?? text,
  });
}

/** Counts wrong passwords of share links in the same way, and per link over all addresses. */
export function openFailedUnlocks(context: LimitContext): FailedSignIns {
  return openFailures(context, {
    step: 'share',
    prefix: 'kitroom:collection:share-password:',
    toNameKey: (id) => id,
    nameLimit: SHARE_WRONG_PASSWORDS,
  });
}

function openFailures(
  { config, redis, metrics }: LimitContext,
  kind: Pick<FailedSignInOptions, 'step' | 'prefix' | 'toNameKey' | 'nameLimit'>,
): FailedSignIns {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  return openCounts({
    ...kind,
    redis,
    metrics,
    limit,
    addressLimit: limit * LOGIN_ADDRESS_FACTOR,
    seconds,
    throttled: ({ allowed, seconds: window, resetTime }) =>
      throttled(resetTime, window, {
        RateLimit: `"${kind.step}"; r=0; t=${secondsUntil(resetTime, window)}`,
        'RateLimit-Policy': `"${kind.step}"; q=${allowed}; w=${window}`,
      }),
  });
}
