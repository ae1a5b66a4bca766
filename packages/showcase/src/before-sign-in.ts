import { useQuery } from '@tanstack/react-query';
import { keepStored, readStored } from './browser-storage.ts';
import { useServices } from './services.ts';
import { NEXT } from './session.ts';

/**
 * Whether this browser keeps a session with the collection service: it does not if that is on another site.
 * Undefined until that is known. The service has one CSRF token a session, so two requests tell.
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

/** Why somebody who wants to open these screens has to sign in. */
const REASONS: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^\/add\b/, 'Sign in or create an account to add this to your own collection.'],
  [/^\/collection\/import\b/, 'Sign in or create an account to import your spreadsheet.'],
  [/^\/(?:collectors|u)\b/, 'Collections of others are shown to signed-in collectors.'],
];

/**
 * Why signing in is necessary for what somebody was about to do; undefined if they have just chosen to sign
 * in.
 */
export function readReason(params: URLSearchParams): string | undefined {
  const next = readNext(params);
  return REASONS.find(([path]) => path.test(next))?.[1];
}

/** Where to go after signing in: a path of this front end, never another site. */
export function readNext(params: URLSearchParams, otherwise = '/collection'): string {
  return toPath(params.get('next')) ?? otherwise;
}

function toPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}

/** Keeps where to go for the page that the link of a mail opens. */
export function keepNext(params: URLSearchParams): void {
  keepStored(NEXT, readNext(params));
}

/** What `keepNext` kept, as parameters of the sign-in; empty if nothing was kept. */
export function readKeptNext(): URLSearchParams {
  const next = readStored(NEXT, toPath);
  return new URLSearchParams(next && { next });
}
