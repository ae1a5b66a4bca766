import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CollectionClient } from '@kitroom/collection-client';
import { discardStored, markSignedOut } from './browser-storage.ts';
import { useCollection, useServices } from './services.ts';

const SESSION_KEY = ['session'];
/** Where somebody was about to go when they created an account. */
export const NEXT = 'next';
/**
 * Set where somebody has signed in. A cookie, like the session: where one cannot be kept, there is no other
 * either.
 */
const SIGNED_IN_MARK = 'kitroom-signed-in=yes';
const DAY = 24 * 60 * 60;

/** The signed-in user: undefined while it is being read, null if nobody is signed in. */
export function useUser() {
  return useSessionUser(true);
}

/**
 * The same, but null without a request where nobody has ever signed in: those who only look at kits are
 * spared the client of the collection service.
 */
export function useLikelyUser() {
  const isLikely = document.cookie.split('; ').includes(SIGNED_IN_MARK);
  const user = useSessionUser(isLikely);
  return isLikely ? user : (user ?? null);
}

function useSessionUser(enabled: boolean) {
  const { loadCollection } = useServices();
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const { accounts } = await loadCollection();
      const { user } = await accounts.session({ signal });
      if (user) noteSignIn();
      return user;
    },
    staleTime: Infinity,
    enabled,
  });
  return session.isError ? null : session.data;
}

type Accounts = CollectionClient['accounts'];
type SignInResponse = Awaited<ReturnType<Accounts['login']>>;

/**
 * Sends a sign-in, and remembers who is signed in unless the response says that a code is needed:
 * `mfa_required`.
 */
export function useSignIn() {
  const { accounts } = useCollection();
  const queries = useQueryClient();
  return async (send: (accounts: Accounts) => Promise<SignInResponse>) => {
    const response = await send(accounts);
    if ('mfa_required' in response) return response;
    noteSignIn();
    discardStored(NEXT);
    queries.setQueryData(SESSION_KEY, response.user);
    return response;
  };
}

/** Forgets who was signed in, after the session has ended. */
export function useForgetSession() {
  const queries = useQueryClient();
  return () => {
    markSignedIn(0);
    markSignedOut(true);
    // What was read as this user must not be shown to the next one.
    queries.clear();
    queries.setQueryData(SESSION_KEY, null);
  };
}

function noteSignIn(): void {
  markSignedIn(400 * DAY);
  markSignedOut(false);
}

function markSignedIn(seconds: number): void {
  document.cookie = `${SIGNED_IN_MARK}; Path=/; SameSite=Lax; Max-Age=${seconds}`;
}

export function useSignOut() {
  const { loadCollection } = useServices();
  return useMutation({
    mutationFn: async () => (await loadCollection()).accounts.logout(),
    onSuccess: useForgetSession(),
  });
}
