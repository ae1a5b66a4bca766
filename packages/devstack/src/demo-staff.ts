import { createUser, type UserCommands } from './demo-collector.ts';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';

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
