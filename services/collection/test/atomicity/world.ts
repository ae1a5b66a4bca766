import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  installFailingStatements,
  type FailingStatements,
  type IgnoredChanges,
} from '@kitroom/testing/failing-statements';
import { listFiles } from '@kitroom/testing/list-files';
import { useService } from '@kitroom/testing/use-service';
import type { UserRow } from '../../src/accounts/users/user-queries.ts';
import { newName } from '../test-accounts.ts';
import { openBrowser, type TestBrowser } from '../test-browser.ts';
import { useCollection, type ApiResponse, type UsedCollection } from '../test-collection.ts';
import { addItem } from '../test-items.ts';
import { startOidcProvider, type TestOidcProvider } from '../test-oidc-provider.ts';
import { addUser, json, tokenOf, withToken } from '../test-users.ts';

/** The services that the cases of the atomicity tests use. */
export interface World {
  collection: UsedCollection;
  club: TestOidcProvider;
  statements: FailingStatements;
}

/** A request that is ready to be sent, repeatedly as long as it fails. */
export interface Attempt {
  send(): Promise<ApiResponse>;
  /** The browser whose cookies must not change when the request fails. */
  browser?: Pick<TestBrowser, 'cookies'>;
  /** Changes that are allowed even if the request fails. */
  ignored?: IgnoredChanges;
  /** Whether the request can be sent only once, even if it fails. */
  isUsedUp?: boolean;
  /** The allowed statuses if a write to `sessions` fails. Earlier writes then remain. */
  withoutSession?: readonly number[];
}

/** Prepares a request. */
export type Case = (world: World) => Promise<Attempt>;

/** A collector with a token and an item. */
export interface Owner {
  user: UserRow;
  token: string;
  item: number;
  /** Sends a request with the token. */
  send(method: string, path: string, body?: object): Promise<ApiResponse>;
  /** Sends a request with the token and a new `Idempotency-Key`, so that its response is stored. */
  sendOnce(method: string, path: string, body?: object): Promise<ApiResponse>;
}

/** A service without a worker, whose write statements can fail. */
export function useWorld(env: Record<string, string> = {}): World {
  const club = useService(() => startOidcProvider());
  const collection = useCollection(() => ({ WORKER: 'false', ...club.env('CLUB'), ...env }));
  const statements = useService(async () => {
    club.register('club', collection);
    return installFailingStatements(collection.database);
  });
  return { collection, club, statements };
}

export async function addOwner({ collection }: World): Promise<Owner> {
  const user = await addUser(collection, newName());
  const token = await tokenOf(collection, user);
  const item = await addItem(collection, user, { name: 'A shirt' });
  const toInit = (method: string, body?: object) =>
    body ? json(method, body, token) : { method, headers: withToken(token) };
  const send: Owner['send'] = (method, path, body) => collection.request(path, toInit(method, body));
  const sendOnce: Owner['send'] = (method, path, body) => {
    const init = toInit(method, body);
    const headers = new Headers(init.headers);
    headers.set('Idempotency-Key', randomUUID());
    return collection.request(path, { ...init, headers });
  };
  // Records the first use of the token now, so that the tested request does not write it.
  await send('GET', '/api/users/me/');
  return { user, token, item, send, sendOnce };
}

/** Adds a user and signs in. */
export async function openUser(world: World): Promise<{ user: UserRow; browser: TestBrowser }> {
  const user = await addUser(world.collection, newName());
  const browser = await openWithSession(world);
  await browser.signIn(user.username);
  return { user, browser };
}

/** A browser with a session and a CSRF token. */
export async function openWithSession({ collection }: World): Promise<TestBrowser> {
  const browser = openBrowser(collection);
  await browser.csrfToken();
  return browser;
}

/** The state that a failed request must not change: tables, files, and the cookies of its browser. */
export async function readState(
  { collection, statements }: World,
  browser: Attempt['browser'],
  ignored?: IgnoredChanges,
): Promise<object> {
  const folders = [collection.mediaRoot, collection.mailRoot];
  const files = folders.flatMap((folder) =>
    listFiles(folder).map((path) => `${path} ${statSync(join(folder, path)).size}`),
  );
  return {
    tables: await statements.snapshot(ignored),
    files,
    cookies: Object.fromEntries(browser?.cookies ?? []),
  };
}
