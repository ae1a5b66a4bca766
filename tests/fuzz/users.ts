import { CONTENT_TYPE_IDS, type ItemType } from '@kitroom/collection-client';
import { openRecorder, type Cookies } from '../documents/api-examples/recorder.ts';
import type { CommonPools } from './pools.ts';
import type { FuzzRequest } from './requests.ts';
import type { WireResponse } from './send-request.ts';
import type { FuzzedServices } from './services.ts';
import { resourceOf, type Placeholder } from './values.ts';

/** A user of the collection service, with the credentials and resources that the fuzzer knows. */
export interface User {
  username: string;
  password: string;
  cookies: Cookies;
  csrf: string;
  token: string;
  /** Known strings and resources, by pool. */
  resources: Record<string, Array<string | Resource>>;
}

interface Resource {
  id: number | string;
  item_type?: ItemType;
  token?: string;
  username?: string;
  sessions?: Resource[];
}

const SESSION = 'kitroom_session';

/** Creates a user without an account; `keepSignedIn` adds the account. */
export function createUser(): User {
  return { username: '', password: '', cookies: new Map(), csrf: 'none', token: '', resources: {} };
}

/**
 * Signs the user in and creates a token if a request has ended the session or deleted the token. If the user
 * cannot sign in, because a request has changed the password or deleted the account, creates a new account.
 */
export async function keepSignedIn(user: User, services: FuzzedServices): Promise<void> {
  if (user.cookies.get(SESSION) && user.token) return;
  user.cookies.clear();
  const body = { username: user.username, password: user.password };
  const { call } = openRecorder(services.collection, user.cookies);
  const headers = { 'X-CSRF-Token': (await call('getCsrfToken')).body.csrf_token };
  const session = (await call('login', { body, headers })).body;
  // Requests without cookies require no CSRF token.
  user.token = (await openRecorder(services.collection).call('createToken', { body })).body.token ?? '';
  user.csrf = (await call('getCsrfToken')).body.csrf_token;
  user.resources['user'] = [session.user];
  if (session.user && user.token) return;
  Object.assign(user, createUser(), await services.addUser());
  await keepSignedIn(user, services);
}

/** Remembers the credentials and resources in a response. */
export function rememberResponse(
  user: User,
  { operation, credentials }: FuzzRequest,
  { target, status, headers, body }: WireResponse & { target: string },
): void {
  for (const line of /session/.test(String(credentials)) ? headers.getSetCookie() : []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    user.cookies.set(name, value);
  }
  const { method, id, path, isPublic } = operation;
  // The session or the token is no longer valid.
  if (status === 401 && !isPublic && credentials === 'session') user.cookies.delete(SESSION);
  if ((status === 401 && !isPublic && credentials === 'token') || id === 'deleteToken') user.token = '';
  if (status < 200 || status >= 300) return;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  const json = isJson ? (JSON.parse(body.toString()) as Partial<Resource>) : {};
  if (json.sessions) user.resources['session'] = json.sessions;
  if (method === 'GET') return;
  if (/^(?:putUser|patchUser|patchProfile)$/.test(id) && json.username) user.username = json.username;
  const kind = resourceOf(path);
  const changed = method === 'DELETE' ? Number(/\/(\d+)\/?$/.exec(target)?.[1]) : json.id;
  const kept = (user.resources[kind] ?? []).filter(
    (entry) => typeof entry === 'string' || entry.id !== changed,
  );
  user.resources[kind] = method === 'POST' && json.id ? [...kept, { ...json, id: json.id }] : kept;
}

/** Replaces a placeholder with a current value; undefined if the pool is empty. */
export function resolvePlaceholder(
  { pool, pick }: Placeholder,
  { user, users, common }: { user: User; users: readonly User[]; common: CommonPools },
): unknown {
  const pickFrom = <T>(list: readonly T[] = []) => list[pick % Math.max(list.length, 1)];
  // Four in five values belong to the user.
  const owner = (pick % 5 === 4 && pickFrom(users)) || user;
  const findResource = (kind: string) => pickFrom(owner.resources[kind]) as Resource | undefined;
  const special: Readonly<Record<string, unknown>> = {
    username: owner.username,
    email: `${user.username}@example.org`,
    password: user.password,
    content_type: CONTENT_TYPE_IDS[findResource('item')?.item_type ?? 'jersey'],
    shareToken: findResource('share')?.token,
  };
  if (pool in special) return special[pool];
  const value = findResource(pool) ?? pickFrom(common[pool]);
  return typeof value === 'object' ? (value as Resource).id : value;
}
