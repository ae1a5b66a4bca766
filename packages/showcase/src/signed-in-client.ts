import {
  createCollectionClient,
  type CollectionClient,
  type CollectionError,
} from '@kitroom/collection-client';
import { fetchWithinLimits } from './rate-limits.ts';

/**
 * Creates a client for users with a session cookie, which scripts cannot read. Writes require a CSRF token,
 * which belongs to this browser and remains valid after signing in.
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
        // The session has ended, and its token with it, or the token was rejected.
        const { status } = error as Partial<CollectionError>;
        if (status === 401 || status === 403) csrfToken = undefined;
        throw error;
      }
    },
  });

  // Sent one at a time, because the first request creates the session, and the others must read its token.
  let last: Promise<unknown> = Promise.resolve();
  const csrf: CollectionClient['accounts']['csrf'] = (...parameters) => {
    const next = last.then(() => client.accounts.csrf(...parameters));
    // The caller receives the error. The next request is sent nevertheless.
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
