import { useQuery } from '@tanstack/react-query';
import type { CollectionClient } from '@kitroom/collection-client';
import { useCollection } from './services.ts';
import { useLikelyUser } from './session.ts';

/** Who may sign up, and sign in with a password; undefined while it is being read. */
export function useServiceRules(): ServiceRules | undefined {
  const { reference } = useCollection();
  const { data, isError } = useQuery({
    queryKey: ['service-rules'],
    queryFn: ({ signal }) => reference.limits({ signal }),
    staleTime: Infinity,
    // Nobody waits for it at a rate limit: the service itself refuses what is not allowed.
    retry: false,
  });
  if (!data) return isError ? OPEN : undefined;
  return { signUp: data.sign_up ?? OPEN.signUp, passwords: data.password_sign_in ?? OPEN.passwords };
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
