import { emailField, toEmailKey, type FieldErrors } from '@kitroom/collection-client';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Config } from '../../config.ts';
import { readText } from './validate-account.ts';

type SignUpConfig = Pick<Config, 'SIGN_UP' | 'SIGN_UP_DOMAINS' | 'PASSWORD_SIGN_IN'>;

/**
 * Whether people can create accounts with the form. If password sign-in is not on for everyone, they could
 * not sign in to such an account.
 */
export function isSignUpOpen({ SIGN_UP, PASSWORD_SIGN_IN }: Omit<SignUpConfig, 'SIGN_UP_DOMAINS'>): boolean {
  return SIGN_UP === 'open' && PASSWORD_SIGN_IN === 'on';
}

/** Throws a 403 if people cannot create accounts with the form. */
export function refuseClosedSignUp(config: SignUpConfig): void {
  if (!isSignUpOpen(config)) throw new ServiceError('forbidden', 'Sign-up is closed.');
}

/**
 * The error of an address whose domain is not allowed; undefined if it is allowed. Applies to every address
 * that does not come from staff or an operator: at sign-up, from a provider, and when an address is changed
 * and verified.
 */
export function findDomainProblem(
  { SIGN_UP_DOMAINS: domains }: Pick<SignUpConfig, 'SIGN_UP_DOMAINS'>,
  email: string,
): string | undefined {
  if (domains?.includes(toEmailKey(email).split('@').at(-1) ?? '') ?? true) return undefined;
  return `This e-mail address cannot be used here. Allowed domains: ${domains?.join(', ')}.`;
}

/** Validates the domain of a submitted address. An account's `present` address is always accepted. */
export function checkDomain(config: SignUpConfig, sent: unknown, present?: string): FieldErrors {
  const email = emailField.safeParse(readText(sent, 'email')).data;
  if (email === undefined || (present !== undefined && toEmailKey(email) === toEmailKey(present))) return {};
  const problem = findDomainProblem(config, email);
  return problem === undefined ? {} : { email: [problem] };
}
