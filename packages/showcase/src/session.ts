import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CollectionClient } from '@kitroom/collection-client';
import { discardStored, markSignedOut } from './browser-storage.ts';
import { useCollection, useServices } from './services.ts';

const SESSION_KEY = ['session'];
/** Storage key of the path that the visitor wanted to open when they created an account. */
export const NEXT = 'next';
/** A cookie that is set in browsers in which a user has signed in. The session is a cookie as well. */
const SIGNED_IN_MARK = 'kitroom-signed-in=yes';
const DAY = 24 * 60 * 60;

/** The signed-in user. Undefined while loading, null for visitors. */
export function useUser() {
  return useSessionUser(true);
}

/**
 * The same, but null without a request in browsers in which no user has ever signed in, so that visitors who
 * only look at kits do not load the client of the collection service.
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
      if (user) recordSignIn();
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
 * Returns a function that sends a sign-in and stores the signed-in user, unless the response requires a code
 * (`mfa_required`).
 */
export function useSignIn() {
  const { accounts } = useCollection();
  const queries = useQueryClient();
  return async (send: (accounts: Accounts) => Promise<SignInResponse>) => {
    const response = await send(accounts);
    if ('mfa_required' in response) return response;
    recordSignIn();
    discardStored(NEXT);
    queries.setQueryData(SESSION_KEY, response.user);
    return response;
  };
}

/** Returns a function that removes the signed-in user and their data, after the session has ended. */
export function useForgetSession() {
  const queries = useQueryClient();
  return () => {
    markSignedIn(0);
    markSignedOut(true);
    // Data of this user must not be shown to the next one.
    queries.clear();
    queries.setQueryData(SESSION_KEY, null);
  };
}

function recordSignIn(): void {
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
