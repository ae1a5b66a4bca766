import type { Redis } from '@kitroom/server/cache/redis';
import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import {
  openFailedSignIns,
  type ExceededLimit,
  type FailedSignIns,
} from '@kitroom/server/passwords/failed-attempts';
import { openPasswordCheck } from '@kitroom/server/passwords/passwords';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import { ADMIN_FAILURES_OF_ADDRESS, ADMIN_FAILURES_OF_NAME, ADMIN_SIGN_IN_SECONDS } from '../limits.ts';
import {
  toOperatorKey,
  type OperatorCredentials,
  type Operators,
} from '../operators/operator-credentials.ts';
import { insertAuditEntry } from './audit-log.ts';

type SignInContext = { db: Database; redis: Redis | undefined; metrics: CatalogueMetrics };

/** A submitted name and password, and the client's address. */
export interface SignInAttempt {
  name: string;
  password: string;
  address: string;
  log: Logger;
}

/**
 * Resolves to the operator with these credentials. Throws a 400 if they are wrong, and a 429 after too many
 * failures. Takes the same time for known and unknown names. Logs the result and adds it to the audit log.
 */
export type SignIn = (attempt: SignInAttempt) => Promise<OperatorCredentials>;

/** Creates the sign-in. Call once per process, so that failures are counted together. */
export function openSignIn(context: SignInContext, operators: Operators): SignIn {
  const passwords = openPasswordCheck();
  const failures = openFailures(context);

  async function check({ name, password, address, log }: SignInAttempt): Promise<OperatorCredentials> {
    const operator = await operators.find(name);
    const isRight = await passwords.matches(operator?.passwordHash, password);
    await insertAuditEntry(context.db, {
      // An unknown name is not recorded: it may be a password typed into the wrong field.
      operator: operator?.name ?? null,
      action: isRight ? 'sign in' : 'refused sign-in',
      subject: 'session',
      label: `from ${address}`,
    });
    const fields = { operator: operator?.name, address };
    if (operator && isRight) {
      log.info(fields, 'signed in to the admin interface');
      return operator;
    }
    log.warn(fields, 'rejected a sign-in to the admin interface');
    throw new ServiceError('invalid', 'The name or the password is wrong.');
  }

  return (attempt) =>
    failures.attempt({ username: attempt.name, address: attempt.address }, () => check(attempt));
}

function openFailures({ redis, metrics }: Pick<SignInContext, 'redis' | 'metrics'>): FailedSignIns {
  return openFailedSignIns({
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
