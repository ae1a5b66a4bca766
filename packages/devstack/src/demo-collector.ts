import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { DemoUser } from '@kitroom/demo/collection/demo-services';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';

/** The account for trying out the collection service. */
export interface DemoCollector {
  username: string;
  /** The initial password; it may have been changed since. */
  password: string;
  token: string;
}

/** How to run commands of the collection service. */
export type UserCommands = Pick<StackCommand, 'main' | 'env' | 'cwd' | 'stop'>;

/**
 * Creates the demo collector if the collection service has no users yet, after marking the demo collection as
 * unfinished. Returns the credentials, or undefined if the account was deleted while other users exist.
 */
export async function ensureDemoCollector(
  user: DemoUser,
  commands: UserCommands,
  {
    password,
    unfinishedFile,
  }: {
    password: string;
    /** Exists until the demo collection is complete. */
    unfinishedFile: string;
  },
  databaseUrl: string,
): Promise<DemoCollector | undefined> {
  const [known] = await listUsernames(databaseUrl, user.username);
  if (known === undefined) {
    writeFileSync(
      unfinishedFile,
      'The demo collection is not complete: the next npm start goes on with it.\n',
    );
    await createUser(user, password, commands);
  } else if (known !== user.username) return undefined;
  return { username: user.username, password, token: await showToken(user, commands) };
}

/** The token of another owner of a demo collection, who is created if missing. */
export async function ensureNeighbour(
  user: DemoUser,
  commands: UserCommands,
  databaseUrl: string,
): Promise<string> {
  const [known] = await listUsernames(databaseUrl, user.username);
  // A random password that is not stored: this account is not for signing in.
  if (known !== user.username) await createUser(user, randomBytes(32).toString('hex'), commands);
  return showToken(user, commands);
}

/** Creates a user whose e-mail address is verified. */
export async function createUser(
  { username, email, name }: DemoUser,
  password: string,
  commands: UserCommands,
  more: string[] = [],
): Promise<void> {
  const options = ['--username', username, '--email', email, '--name', name, '--verified', ...more];
  await runCommand({
    ...commands,
    title: `creating the user ${username}`,
    args: ['users', 'create', ...options],
    input: [password],
  });
}

/** The user's token; one signed with the SECRET_KEY of an earlier run is replaced. */
async function showToken({ username }: DemoUser, commands: UserCommands): Promise<string> {
  const run = (title: string, command: string) =>
    runCommand({
      ...commands,
      title: `${title} the token of ${username}`,
      args: ['tokens', command, username],
    });
  const show = () => run('reading', 'show');
  const token = await show().catch(async () => {
    await run('deleting', 'delete');
    return show();
  });
  return token.trim();
}

/** The demo collector's item with the most photos, if any. */
export async function findShowpiece(
  databaseUrl: string,
  { username }: Pick<DemoUser, 'username'>,
): Promise<number | undefined> {
  const [row] = await queryOnce<{ id: number }>(
    databaseUrl,
    `select items.id
     from items
     join users on users.id = items.user_id
     join photos on photos.item_id = items.id
     where users.username = $1
     group by items.id
     order by count(*) desc, items.id
     limit 1`,
    [username],
  );
  return row?.id;
}

/** The user if it exists, else any other. */
async function listUsernames(databaseUrl: string, username: string): Promise<string[]> {
  const rows = await queryOnce<{ username: string }>(
    databaseUrl,
    'select username from users order by username <> $1 limit 1',
    [username],
  );
  return rows.map((row) => row.username);
}

/** Who may sign in to `/admin/`, with the password of the demo collector. */
export interface DemoStaff {
  /** The catalogue's demo operator; undefined if it was deleted while others exist. */
  operator: string | undefined;
  /** The collection service's demo staff user; undefined if deleted while others exist, or without demo collector. */
  staff: string | undefined;
}

const OPERATOR = 'operator';
const STAFF = { username: 'staff', email: 'staff@example.org', name: 'Demo Staff' };

/** Creates the demo operator if the catalogue has no operators; returns the name if there is such an operator. */
export async function ensureDemoOperator(
  password: string,
  commands: Pick<StackCommand, 'main' | 'env' | 'cwd' | 'stop'>,
  databaseUrl: string,
): Promise<string | undefined> {
  const [known] = await queryOnce<{ name: string }>(
    databaseUrl,
    'select name from operators order by name <> $1 limit 1',
    [OPERATOR],
  );
  if (known === undefined) {
    await runCommand({
      ...commands,
      title: 'creating the demo operator',
      args: ['operators', 'create', '--name', OPERATOR],
      input: [password],
    });
  }
  return known === undefined || known.name === OPERATOR ? OPERATOR : undefined;
}

/** Creates the demo staff user if no user is staff; returns the name if there is such a user. */
export async function ensureDemoStaff(
  password: string,
  commands: UserCommands,
  databaseUrl: string,
): Promise<string | undefined> {
  const { username } = STAFF;
  const [known] = await queryOnce<{ username: string; is_staff: boolean }>(
    databaseUrl,
    'select username, is_staff from users where is_staff or username = $1 order by username <> $1 limit 1',
    [username],
  );
  if (known === undefined) await createUser(STAFF, password, commands, ['--staff']);
  return known === undefined || (known.username === username && known.is_staff) ? username : undefined;
}
