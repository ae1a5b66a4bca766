import type { CollectionClient } from '@kitroom/collection-client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { discardStored, keepStored, readStored } from './browser-storage.ts';
import { useCollection, useServices } from './services.ts';

const SESSION_KEY = ['session'];
/** Where somebody was about to go when they created an account. */
const NEXT = 'kitroom-next';
/** Set where somebody has signed in. A cookie, like the session: where one cannot be kept, there is no other either. */
const SIGNED_IN_MARK = 'kitroom-signed-in=yes';
const DAY = 24 * 60 * 60;

/** The signed-in user: undefined while it is being read, null if nobody is signed in. */
export function useUser() {
  return useSessionUser(true);
}

/**
 * The same, but null without a request where nobody has ever signed in: those who only look at kits are spared the
 * client of the collection service.
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
      if (user) markSignedIn(400 * DAY);
      return user;
    },
    staleTime: Infinity,
    enabled,
  });
  return session.isError ? null : session.data;
}

/**
 * Whether this browser keeps a session with the collection service: it does not if that is on another site. Undefined
 * until that is known. The service has one CSRF token a session, so two requests tell.
 */
export function useKeepsSession(enabled: boolean): boolean | undefined {
  const { loadCollection } = useServices();
  return useQuery({
    queryKey: ['keeps-session'],
    queryFn: async ({ signal }) => {
      const { accounts } = await loadCollection();
      const first = await accounts.csrf({ signal });
      const second = await accounts.csrf({ signal });
      return first.csrf_token === second.csrf_token;
    },
    staleTime: Infinity,
    enabled,
  }).data;
}

type Accounts = CollectionClient['accounts'];
type SignInResponse = Awaited<ReturnType<Accounts['login']>>;

/** Sends a sign-in, and remembers who is signed in unless the response says that a code is needed: `mfa_required`. */
export function useSignIn() {
  const { accounts } = useCollection();
  const queries = useQueryClient();
  return async (send: (accounts: Accounts) => Promise<SignInResponse>) => {
    const response = await send(accounts);
    if ('mfa_required' in response) return response;
    markSignedIn(400 * DAY);
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
    // What was read as this user must not be shown to the next one.
    queries.clear();
    queries.setQueryData(SESSION_KEY, null);
  };
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

/** Why somebody who wants to open these screens has to sign in. */
const REASONS: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^\/add\b/, 'Sign in or create an account to add this to your own collection.'],
  [/^\/collection\/import\b/, 'Sign in or create an account to import your spreadsheet.'],
  [/^\/(?:collectors|u)\b/, 'Collections of others are shown to signed-in collectors.'],
];

/** Why signing in is necessary for what somebody was about to do; undefined if they have just chosen to sign in. */
export function readReason(params: URLSearchParams): string | undefined {
  const next = readNext(params);
  return REASONS.find(([path]) => path.test(next))?.[1];
}

/** Where to go after signing in: a path of this front end, never another site. */
export function readNext(params: URLSearchParams, otherwise = '/collection'): string {
  const next = params.get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : otherwise;
}

/** Keeps where to go for the page that the link of a mail opens. */
export function keepNext(params: URLSearchParams): void {
  keepStored(NEXT, readNext(params));
}

/** What `keepNext` kept, as parameters of the sign-in; empty if nothing was kept. */
export function readKeptNext(): URLSearchParams {
  const next = readStored(NEXT);
  return new URLSearchParams(next && { next });
}
