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

/** The public URL of the services in these tests. */
export const PUBLIC_URL = 'https://kits.example.org';

/** A service that sends its e-mails to a test mail server. */
export function useCollectionWithMail(env: () => Record<string, string> = () => ({})): {
  collection: UsedCollection;
  mail: MailServer;
} {
  const mail = useService(() => startMailServer());
  const collection = useCollection(() => ({ SMTP_URL: mail.url, PUBLIC_URL, ...env() }));
  return { collection, mail };
}

/** Adds a user and signs in with a browser. */
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

/** An unused username, without digits, so that numeric passwords are not similar to it. */
export function newName(prefix = 'user'): string {
  const letters = randomUUID()
    .slice(0, 13)
    .replaceAll(/\d/g, (digit) => 'ghijkmopqv'[Number(digit)] ?? '');
  return `${prefix}-${letters}`;
}

/** Signs up with a new name; returns it with the key from the e-mail. */
export async function signUpNew(
  collection: Pick<TestCollection, 'request'>,
  mail: MailServer,
  options: Record<string, unknown> = {},
): Promise<{ username: string; email: string; key: string; response: ApiResponse }> {
  const username = newName();
  const sent = { username, email: `${username}@example.org`, password: PASSWORD, ...options };
  const response = await post(collection, 'signup/', sent);
  if (response.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(response.body)}`);
  const { key } = await mail.lastMailTo(sent.email);
  return { username: sent.username, email: sent.email, key, response };
}

/** Signs up and verifies the address. */
export async function signUpVerified(collection: Pick<TestCollection, 'request'>, mail: MailServer) {
  const account = await signUpNew(collection, mail);
  const { status } = await post(collection, 'verify-email/', { key: account.key });
  if (status !== 200) throw new Error(`verifying the key returned ${status}`);
  return account;
}

/** Number of responses by status. */
export function countStatuses(responses: readonly ApiResponse[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Backdates e-mails by the minute that must pass between two of them to an address. */
export async function letMinutePass({ db }: TestCollection): Promise<void> {
  await db('mail_requests').update({ asked_at: db.raw("now() - interval '61 seconds'") });
}

/** Backdates a user's last sign-in or confirmation in all browsers. */
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

/** Waits until no e-mail is pending. */
export async function waitForPendingMails({ db }: TestCollection): Promise<void> {
  await eventually(async () => {
    if ((await db('mails').select('id')).length > 0) throw new Error('e-mails are still pending');
  });
}

/** Opens a separate context for running jobs directly, without processing the queue. */
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
