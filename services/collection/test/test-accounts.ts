import { randomUUID } from 'node:crypto';
import { eventually } from '@kitroom/testing/eventually';
import { useService } from '@kitroom/testing/use-service';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { readCollectionConfig } from '../src/config.ts';
import { closeContext, openContext, type Context } from '../src/context.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import {
  TEST_SECRET_KEY,
  useCollection,
  type ApiResponse,
  type TestCollection,
  type UsedCollection,
} from './test-collection.ts';
import { addUser, json, PASSWORD } from './test-users.ts';

/** The address under which the services of these tests are said to be reached. */
export const PUBLIC_URL = 'https://kits.example.org';

/** A service that sends its mails to a server of the tests. */
export function useCollectionWithMail(env: () => Record<string, string> = () => ({})): {
  collection: UsedCollection;
  mail: MailServer;
} {
  const mail = useService(() => startMailServer());
  const collection = useCollection(() => ({ SMTP_URL: mail.url, PUBLIC_URL, ...env() }));
  return { collection, mail };
}

/** Adds a user, and signs in in a browser. */
export async function openSignedIn(
  collection: TestCollection,
  options: Parameters<typeof addUser>[2] = {},
): Promise<{ user: UserRow; browser: TestBrowser }> {
  const user = await addUser(collection, newName(), options);
  const browser = openBrowser(collection);
  await browser.signIn(user.username);
  return { user, browser };
}

/** Posts JSON without cookies. */
export function post(
  collection: Pick<TestCollection, 'request'>,
  path: string,
  body: unknown,
): Promise<ApiResponse> {
  return collection.request(`/api/accounts/${path}`, json('POST', body));
}

/** A username that nobody has; without digits, which passwords are often made of. */
export function newName(prefix = 'user'): string {
  const letters = randomUUID()
    .slice(0, 13)
    .replaceAll(/\d/g, (digit) => 'ghijkmopqv'[Number(digit)] ?? '');
  return `${prefix}-${letters}`;
}

/** Signs up under a new name; answers it with the key of the mail. */
export async function signUpNew(
  collection: Pick<TestCollection, 'request'>,
  mail: MailServer,
  options: Record<string, unknown> = {},
): Promise<{ username: string; email: string; key: string; response: ApiResponse }> {
  const username = newName();
  const sent = { username, email: `${username}@example.org`, password: PASSWORD, ...options };
  const response = await post(collection, 'signup/', sent);
  if (response.status !== 201) throw new Error(`signing up is answered ${JSON.stringify(response.body)}`);
  const { key } = await mail.lastMailTo(sent.email);
  return { username: sent.username, email: sent.email, key, response };
}

/** The same with the address verified. */
export async function signUpVerified(collection: Pick<TestCollection, 'request'>, mail: MailServer) {
  const account = await signUpNew(collection, mail);
  const { status } = await post(collection, 'verify-email/', { key: account.key });
  if (status !== 200) throw new Error(`the key is answered ${status}`);
  return account;
}

/** How often each status was answered. */
export function countStatuses(responses: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Lets the minute pass that lies between two mails to an address. */
export async function letMinutePass({ db }: TestCollection): Promise<void> {
  await db('mail_requests').update({ asked_at: db.raw("now() - interval '61 seconds'") });
}

/** Lets time pass since a user signed in or confirmed last, in all browsers. */
export async function letMinutesPass(
  { db }: Pick<TestCollection, 'db'>,
  userId: number,
  minutes: number,
): Promise<void> {
  await db.raw(
    `update sessions
     set sess = jsonb_set(sess, '{confirmation,at}', to_jsonb((sess #>> '{confirmation,at}')::numeric - ?))
     where user_id = ?`,
    [minutes * 60_000, userId],
  );
}

/** Waits until no mail is on its way. */
export async function nothingWaits({ db }: TestCollection): Promise<void> {
  await eventually(async () => {
    if ((await db('mails').select('id')).length > 0) throw new Error('mails are still on their way');
  });
}

/** A context of its own for what jobs do; the queue is not worked. */
export async function withContext<T>(
  env: Record<string, string>,
  use: (context: Context) => Promise<T>,
): Promise<T> {
  const context = openContext(
    readCollectionConfig({ LOG_LEVEL: 'silent', SECRET_KEY: TEST_SECRET_KEY, PORT: '0', ...env }),
  );
  try {
    return await use(context);
  } finally {
    await closeContext(context);
  }
}
