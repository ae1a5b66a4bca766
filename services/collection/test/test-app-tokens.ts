import type * as z from 'zod';
import type { createdAppToken } from '@kitroom/collection-client';
import type { TestBrowser } from './test-browser.ts';

export const TOKENS = '/api/accounts/tokens/';

/** A request for an app token. */
export const APP_TOKEN = { name: 'Shirt shelf', scope: 'read' } as const;

/** Creates an app token for the signed-in user. */
export async function createAppToken(
  browser: TestBrowser,
  sent: { name?: string; scope?: 'read' | 'write'; expires_at?: string } = {},
): Promise<z.output<typeof createdAppToken>> {
  const { status, body } = await browser.send('POST', TOKENS, { ...APP_TOKEN, ...sent });
  if (status !== 201) throw new Error(`the app token is rejected: ${status} ${JSON.stringify(body)}`);
  return body;
}
