import { randomUUID } from 'node:crypto';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { issueToken } from '../src/accounts/tokens/issue-token.ts';
import { insertUser, type NewUser, type UserRow } from '../src/accounts/users/user-queries.ts';
import { TEST_SECRET_KEY, type ApiResponse, type TestCollection } from './test-collection.ts';

/** The password of every user that a test adds. */
export const PASSWORD = 'brass lantern 42';

let passwordHash: Promise<string> | undefined;

/** Adds a user whose e-mail is verified, by default. */
export async function addUser(
  { db }: TestCollection,
  username: string,
  options: Partial<NewUser> & { isPrivate?: boolean } = {},
): Promise<UserRow> {
  passwordHash ??= hashPassword(PASSWORD);
  const { isPrivate = false, ...user } = options;
  const row = await insertUser(db, {
    username,
    email: `${encodeURIComponent(username)}@example.org`,
    name: `Name of ${username}`,
    passwordHash: await passwordHash,
    isVerified: true,
    isStaff: false,
    ...user,
  });
  if (isPrivate) await db('users').where({ id: row.id }).update({ is_private: true });
  return row;
}

/** Issues a user's token. */
export async function tokenOf({ db }: TestCollection, user: UserRow): Promise<string> {
  return issueToken(db, [TEST_SECRET_KEY], user.id);
}

/** Options for `fetch` with a JSON body, and the `Authorization` header if there is a token. */
export function json(method: string, body: unknown, token?: string): RequestInit {
  return {
    method,
    headers: { 'Content-Type': 'application/json', ...withToken(token) },
    body: JSON.stringify(body),
  };
}

/** The `Authorization` header for a token. */
export function withToken(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { Authorization: `Token ${token}` };
}

/** Requests a token from the token endpoint. */
export function signIn(
  collection: TestCollection,
  username: string,
  password = PASSWORD,
): Promise<ApiResponse> {
  return collection.request('/api/auth-token/', json('POST', { username, password }));
}

/** A user with an API client. */
export interface Collector extends UserRow {
  token: string;
  /** Sends a GET request with the user's token. */
  request(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
}

/** Adds a user with a random name. */
export async function addCollector(
  collection: TestCollection,
  options: Parameters<typeof addUser>[2] = {},
): Promise<Collector> {
  const user = await addUser(collection, `collector-${randomUUID()}`, options);
  const token = await tokenOf(collection, user);
  return {
    ...user,
    token,
    request: (path, headers) => collection.request(path, { headers: { ...withToken(token), ...headers } }),
  };
}
