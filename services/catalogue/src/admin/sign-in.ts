import { ServiceError } from '@kitroom/server/http/errors';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { openPasswordCheck } from '@kitroom/server/passwords/password-hash';
import type { Context } from '../context.ts';
import type { OperatorCredentials, Operators } from '../operators/operator-credentials.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { openFailedSignIns } from './failed-sign-ins.ts';

/** A name and a password as they were typed, and where they come from. */
export interface SignInAttempt {
  name: string;
  password: string;
  address: string;
  log: Logger;
}

/**
 * Answers the operator whose name and password these are; throws a 400 where they are nobody's, and a 429 after too
 * many failures. Known and unknown names take the same time. Log and audit log tell how it ended.
 */
export type SignIn = (attempt: SignInAttempt) => Promise<OperatorCredentials>;

/** Opens the sign-in: one for the process, so that failures count together. */
export function openSignIn(context: Context, operators: Operators): SignIn {
  const passwords = openPasswordCheck();
  const failures = openFailedSignIns(context);

  async function check({ name, password, address, log }: SignInAttempt): Promise<OperatorCredentials> {
    const operator = await operators.find(name);
    const isRight = await passwords.matches(operator?.passwordHash, password);
    await insertAuditEntry(context.db, {
      // A name that is nobody's is kept nowhere: it may be a password.
      operator: operator?.name ?? null,
      action: isRight ? 'sign in' : 'refused sign-in',
      subject: 'session',
      label: `from ${address}`,
    });
    const told = { operator: operator?.name, address };
    if (operator && isRight) {
      log.info(told, 'signed in to the admin interface');
      return operator;
    }
    log.warn(told, 'a sign-in to the admin interface was refused');
    throw new ServiceError('invalid', 'The name or the password is wrong.');
  }

  return (attempt) =>
    failures.attempt({ username: attempt.name, address: attempt.address }, () => check(attempt));
}
