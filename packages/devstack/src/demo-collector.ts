import pg from 'pg';
import { runCommand } from './stack-commands.ts';
import { ensureSecret } from './stack-settings.ts';

/** The collector who is there to be tried out. */
export interface DemoCollector {
  username: string;
  /** As it was made; somebody may have changed it since. */
  password: string;
  token: string;
}

const USERNAME = 'demo';

/**
 * Creates the demo collector where the collection service has no users yet. Answers its credentials, or undefined
 * when it is gone: somebody has deleted it and keeps users of their own.
 */
export async function ensureDemoCollector(options: {
  main: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  stop: AbortSignal;
  databaseUrl: string;
  /** Keeps the password. */
  passwordFile: string;
}): Promise<DemoCollector | undefined> {
  const { main, env, cwd, stop, databaseUrl } = options;
  const password = ensureSecret(options.passwordFile);
  const usernames = await listUsernames(databaseUrl);
  const command = (args: string[], input?: string[]) =>
    runCommand({
      title: 'creating the demo collector',
      main,
      args,
      env,
      cwd,
      stop,
      ...(input ? { input } : {}),
    });
  if (usernames.length === 0) {
    const names = ['--username', USERNAME, '--email', 'demo@kitroom.example', '--name', 'Demo Collector'];
    await command(['users', 'create', ...names, '--verified'], [password]);
  } else if (!usernames.includes(USERNAME)) return undefined;
  return { username: USERNAME, password, token: (await command(['tokens', 'show', USERNAME])).trim() };
}

async function listUsernames(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The demo collector if it is there, else any other.
    const { rows } = await client.query<{ username: string }>(
      'select username from users order by username <> $1 limit 1',
      [USERNAME],
    );
    return rows.map(({ username }) => username);
  } finally {
    await client.end();
  }
}
