import { useQuery } from '@tanstack/react-query';
import type { Limits } from '@kitroom/collection-client';
import { readStored, writeStored } from './browser-storage.ts';
import { useCollection } from './services.ts';
import { useLikelyUser } from './session.ts';

const HOUR = 3_600_000;
const STORED = 'service-rules';

/**
 * Reads who may sign up, and who may sign in with a password. Undefined while loading. The browser stores the
 * rules for an hour, because each request counts towards the visitor's rate limit.
 */
export function useServiceRules(): ServiceRules | undefined {
  const { reference } = useCollection();
  const { data, isError } = useQuery({
    queryKey: ['service-rules'],
    queryFn: async ({ signal }) => keepRules(toRules(await reference.limits({ signal }))),
    initialData: () => readStored(STORED, toStoredRules)?.rules,
    initialDataUpdatedAt: () => readStored(STORED, toStoredRules)?.readAt,
    staleTime: HOUR,
    // Not repeated after a rate limit, because the service itself rejects what is not allowed.
    retry: false,
  });
  return data ?? (isError ? OPEN : undefined);
}

function toRules({ sign_up: signUp, password_sign_in: passwords }: Limits): ServiceRules {
  return { signUp: signUp ?? OPEN.signUp, passwords: passwords ?? OPEN.passwords };
}

function keepRules(rules: ServiceRules): ServiceRules {
  writeStored(STORED, { rules, readAt: Date.now() } satisfies StoredRules);
  return rules;
}

interface StoredRules {
  rules: ServiceRules;
  /** In milliseconds since the epoch. */
  readAt: number;
}

/**
 * Ignores rules from the future, stored while the clock was ahead, because they would never be read again.
 */
function toStoredRules(stored: unknown): StoredRules | undefined {
  const { rules, readAt } = stored as StoredRules;
  const isKnown = SIGN_UPS.includes(rules.signUp) && PASSWORDS.includes(rules.passwords);
  return isKnown && readAt <= Date.now() ? { rules, readAt } : undefined;
}

interface ServiceRules {
  signUp: NonNullable<Limits['sign_up']>;
  /** Who can sign in with a password. */
  passwords: NonNullable<Limits['password_sign_in']>;
}

const SIGN_UPS: ReadonlyArray<ServiceRules['signUp']> = ['open', 'closed'];
const PASSWORDS: ReadonlyArray<ServiceRules['passwords']> = ['on', 'staff', 'off'];
const OPEN: ServiceRules = { signUp: 'open', passwords: 'on' };

/** Whether the signed-in user can sign in with a password. */
export function useMayUsePassword(): boolean {
  const rules = useServiceRules() ?? OPEN;
  const user = useLikelyUser();
  return rules.passwords === 'on' || (rules.passwords === 'staff' && user?.is_staff === true);
}
