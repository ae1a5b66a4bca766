import {
  createCollectionClient,
  type CollectionClient,
  type CollectionError,
} from '@kitroom/collection-client';
import { fetchWithinLimits } from './rate-limits.ts';

/**
 * A client for people who sign in by cookie, so that no script can read their credentials. Such a session
 * requires a CSRF token in each write; it belongs to this browser and outlives sign-in.
 */
export function createSignedInClient(baseUrl: string): CollectionClient {
  let csrfToken: Promise<string> | undefined;
  const client: CollectionClient = createCollectionClient({
    baseUrl,
    fetch: fetchWithinLimits,
    credentials: 'include',
    csrfToken: () => (csrfToken ??= readCsrfToken()),
    interceptor: async (_request, send) => {
      try {
        return await send();
      } catch (error) {
        // The session has ended, and its token with it; or the token was refused.
        const { status } = error as Partial<CollectionError>;
        if (status === 401 || status === 403) csrfToken = undefined;
        throw error;
      }
    },
  });

  // One after the other: the first one begins the session of this browser, and the others read its token.
  let last: Promise<unknown> = Promise.resolve();
  const csrf: CollectionClient['accounts']['csrf'] = (...parameters) => {
    const next = last.then(() => client.accounts.csrf(...parameters));
    // Its caller receives the error; the next request is sent nevertheless.
    last = next.catch(() => {});
    return next;
  };

  async function readCsrfToken(): Promise<string> {
    try {
      return (await csrf()).csrf_token;
    } catch (error) {
      csrfToken = undefined;
      throw error;
    }
  }

  /** Signing out ends the session, and its token with it. */
  const logout: CollectionClient['accounts']['logout'] = async (...parameters) => {
    await client.accounts.logout(...parameters);
    csrfToken = undefined;
    return undefined;
  };

  return { ...client, accounts: { ...client.accounts, csrf, logout } };
}
