import { expect } from '@jest/globals';
import type { ApiResponse, TestCollection } from './test-collection.ts';
import { json, type Collector } from './test-users.ts';

/** Creates a share link, by default to the whole collection. */
export async function addShare(
  collection: TestCollection,
  { token }: Pick<Collector, 'token'>,
  body: object = { scope: 'collection' },
): Promise<{ id: number; token: string; url: string }> {
  const response = await collection.request('/api/shares/', json('POST', body, token));
  expect([response.status, response.body]).toEqual([201, expect.anything()]);
  return response.body;
}

/** Requests a path below a link, without credentials. */
export function openLink(
  collection: TestCollection,
  token: string,
  suffix = '',
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return collection.request(`/api/shared/${token}/${suffix}`, { headers });
}

/** Sends a link's password; returns also the cookie, as a browser would send it. */
export async function unlock(
  collection: TestCollection,
  token: string,
  password: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse & { cookie: string; setCookie: string }> {
  const { method, headers: type, body } = json('POST', { password });
  const init = { method, body, headers: { ...(type as Record<string, string>), ...headers } } as RequestInit;
  const response = await collection.request(`/api/shared/${token}/unlock/`, init);
  const setCookie = response.headers.get('Set-Cookie') ?? '';
  return { ...response, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}
