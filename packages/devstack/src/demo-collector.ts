import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { DemoUser } from '@kitroom/demo/collection/demo-services';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';
import { ensureSecret } from './stack-settings.ts';

/** The collector who is there to be tried out. */
export interface DemoCollector {
  username: string;
  /** As it was made; somebody may have changed it since. */
  password: string;
  token: string;
}

/** How commands of the collection service are run. */
export type UserCommands = Pick<StackCommand, 'main' | 'env' | 'cwd' | 'stop'>;

/**
 * Creates the demo collector where the collection service has no users yet, and notes first that there is a
 * collection to be filled. Answers its credentials, or undefined when it is gone: somebody has deleted it and keeps
 * users of their own.
 */
export async function ensureDemoCollector(
  user: DemoUser,
  commands: UserCommands,
  files: {
    /** Keeps the password. */
    password: string;
    /** Is there as long as the demo collection is not complete. */
    unfinished: string;
  },
  databaseUrl: string,
): Promise<DemoCollector | undefined> {
  const password = ensureSecret(files.password);
  const [known] = await listUsernames(databaseUrl, user.username);
  if (known === undefined) {
    writeFileSync(
      files.unfinished,
      'The demo collection is not complete: the next npm start goes on with it.\n',
    );
    await createUser(user, password, commands);
  } else if (known !== user.username) return undefined;
  return { username: user.username, password, token: await showToken(user, commands) };
}

/** The token of another owner of a demo collection, who is created if need be. */
export async function ensureNeighbour(
  user: DemoUser,
  commands: UserCommands,
  databaseUrl: string,
): Promise<string> {
  const [known] = await listUsernames(databaseUrl, user.username);
  // Nobody is told its password, so that nobody signs in.
  if (known !== user.username) await createUser(user, randomBytes(32).toString('hex'), commands);
  return showToken(user, commands);
}

async function createUser(
  { username, email, name }: DemoUser,
  password: string,
  commands: UserCommands,
): Promise<void> {
  const options = ['--username', username, '--email', email, '--name', name, '--verified'];
  await runCommand({
    ...commands,
    title: `creating the user ${username}`,
    args: ['users', 'create', ...options],
    input: [password],
  });
}

/** The user's token; one that was made with another SECRET_KEY, in an earlier run, gives way to a new one. */
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

/** An item of the demo collector's that has photos, the one with most of them; undefined where there is none. */
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

/** The user if it is there, else any other. */
async function listUsernames(databaseUrl: string, username: string): Promise<string[]> {
  const rows = await queryOnce<{ username: string }>(
    databaseUrl,
    'select username from users order by username <> $1 limit 1',
    [username],
  );
  return rows.map((row) => row.username);
}
