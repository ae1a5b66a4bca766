import type { TestBrowser } from './test-browser.ts';
import type { ApiResponse } from './test-collection.ts';
import type { TestOidcProvider } from './test-oidc-provider.ts';

/** Where social sign-in lives. */
export const SOCIAL = '/api/accounts/social/';

/** A provider, and the name under which a collection service knows it. */
export interface NamedProvider {
  name: string;
  provider: TestOidcProvider;
}

/** Begins a sign-in; answers the address at the provider. */
export async function begin(browser: TestBrowser, name: string, next = '/welcome'): Promise<string> {
  const { status, headers } = await browser.request(
    `${SOCIAL}${name}/login/?next=${encodeURIComponent(next)}`,
  );
  if (status !== 302) throw new Error(`the beginning is answered ${status}`);
  return headers.get('Location') ?? '';
}

/** Goes to a provider and back, to be somebody there; answers what coming back is answered with. */
export async function visit(
  browser: TestBrowser,
  { name, provider }: NamedProvider,
  as: string | { cancel: true },
): Promise<ApiResponse> {
  return browser.request(await provider.walk(await begin(browser, name), as));
}

/** Where the browser is sent in the end, and why nobody was signed in; null where somebody was. */
export function resultOf({ status, headers }: ApiResponse): [number, string, string | null] {
  const { origin, pathname, searchParams } = new URL(headers.get('Location') ?? 'none:');
  return [status, `${origin}${pathname}`, searchParams.get('social_error')];
}

/** Why nobody was signed in; null where somebody was. */
export function errorOf(response: ApiResponse): string | null {
  return resultOf(response)[2];
}
