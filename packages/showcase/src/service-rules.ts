import { useQuery } from '@tanstack/react-query';
import { useCollection } from './services.ts';

/** Who may sign up, and sign in with a password; undefined while it is being read. */
export function useServiceRules() {
  const { reference } = useCollection();
  const { data, isError } = useQuery({
    queryKey: ['service-rules'],
    queryFn: ({ signal }) => reference.limits({ signal }),
    staleTime: Infinity,
  });
  // The service itself refuses what is not allowed.
  if (!data) return isError ? OPEN : undefined;
  return { signUp: data.sign_up ?? OPEN.signUp, passwords: data.password_sign_in ?? OPEN.passwords };
}

const OPEN = { signUp: 'open', passwords: 'on' } as const;
