import { useQuery } from '@tanstack/react-query';
import type { CollectionClient } from '@kitroom/collection-client';
import { keepStored, readStored } from './browser-storage.ts';
import { useCollection } from './services.ts';
import { useLikelyUser } from './session.ts';

const HOUR = 3_600_000;
const STORED = 'kitroom-service-rules';

/**
 * Who may sign up, and sign in with a password; undefined while it is being read. The browser keeps it for an hour: each
 * request counts towards the visitor's limit.
 */
export function useServiceRules(): ServiceRules | undefined {
  const { reference } = useCollection();
  const { data, isError } = useQuery({
    queryKey: ['service-rules'],
    queryFn: async ({ signal }) => keepRules(toRules(await reference.limits({ signal }))),
    initialData: () => readRules()?.rules,
    initialDataUpdatedAt: () => readRules()?.readAt,
    staleTime: HOUR,
    // Nobody waits for it at a rate limit: the service itself refuses what is not allowed.
    retry: false,
  });
  return data ?? (isError ? OPEN : undefined);
}

function toRules({ sign_up: signUp, password_sign_in: passwords }: Limits): ServiceRules {
  return { signUp: signUp ?? OPEN.signUp, passwords: passwords ?? OPEN.passwords };
}

function keepRules(rules: ServiceRules): ServiceRules {
  keepStored(STORED, JSON.stringify({ rules, readAt: Date.now() }));
  return rules;
}

function readRules(): { rules: ServiceRules; readAt: number } | undefined {
  try {
    return JSON.parse(readStored(STORED) ?? 'null') ?? undefined;
  } catch {
    // Something else has written it.
    return undefined;
  }
}

type Limits = Awaited<ReturnType<CollectionClient['reference']['limits']>>;

interface ServiceRules {
  signUp: NonNullable<Limits['sign_up']>;
  /** Who can sign in with a password. */
  passwords: NonNullable<Limits['password_sign_in']>;
}

const OPEN: ServiceRules = { signUp: 'open', passwords: 'on' };

/** Whether the signed-in user can sign in with a password. */
export function useMayUsePassword(): boolean {
  const rules = useServiceRules() ?? OPEN;
  const user = useLikelyUser();
  return rules.passwords === 'on' || (rules.passwords === 'staff' && user?.is_staff === true);
}
