import { useQuery } from '@tanstack/react-query';
import { readStored, writeStored } from './browser-storage.ts';
import { useServices } from './services.ts';
import { NEXT } from './session.ts';

/**
 * Whether this browser keeps a session with the collection service, which it does not if the service is on
 * another site. Undefined until known. A session has one CSRF token, so two requests for it are compared.
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

/** Why these screens require signing in. */
const REASONS: ReadonlyArray<readonly [path: RegExp, reason: string]> = [
  [/^\/add\b/, 'Sign in or create an account to add this to your own collection.'],
  [/^\/collection\/import\b/, 'Sign in or create an account to import your spreadsheet.'],
  [/^\/(?:collectors|u)\b/, 'Sign in to see the collections of other collectors.'],
];

/**
 * Why the screen that the visitor wanted to open requires signing in. Undefined if there was no such screen.
 */
export function readReason(params: URLSearchParams): string | undefined {
  const next = readNext(params);
  return REASONS.find(([path]) => path.test(next))?.[1];
}

/** The path to open after signing in, always within this front end. */
export function readNext(params: URLSearchParams, otherwise = '/collection'): string {
  return toPath(params.get('next')) ?? otherwise;
}

function toPath(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : undefined;
}

/** Stores the path to open next for the page that the link in an e-mail opens. */
export function storeNext(params: URLSearchParams): void {
  writeStored(NEXT, readNext(params));
}

/** The path stored by `storeNext`, as parameters of the sign-in screen. Empty if nothing was stored. */
export function readStoredNext(): URLSearchParams {
  const next = readStored(NEXT, toPath);
  return new URLSearchParams(next && { next });
}
