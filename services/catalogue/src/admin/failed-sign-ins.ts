import { ServiceError } from '@kitroom/server/http/errors';
import {
  openFailedSignIns as openCounts,
  type ExceededLimit,
  type FailedSignIns,
} from '@kitroom/server/passwords/failed-attempts';
import { ADMIN_FAILURES_OF_ADDRESS, ADMIN_FAILURES_OF_NAME, ADMIN_SIGN_IN_SECONDS } from '../limits.ts';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Redis } from '@kitroom/server/cache/redis';
import { toOperatorKey } from '../operators/operator-name.ts';

export function openFailedSignIns({
  redis,
  metrics,
}: {
  redis: Redis | undefined;
  metrics: CatalogueMetrics;
}): FailedSignIns {
  return openCounts({
    redis,
    metrics,
    step: 'login',
    prefix: 'kitroom:catalogue:admin-sign-in:',
    limit: ADMIN_FAILURES_OF_NAME,
    addressLimit: ADMIN_FAILURES_OF_ADDRESS,
    seconds: ADMIN_SIGN_IN_SECONDS,
    toNameKey: toOperatorKey,
    throttled,
  });
}

function throttled({ resetTime }: ExceededLimit): ServiceError {
  const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ServiceError(
    'throttled',
    `Too many failed sign-ins. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
