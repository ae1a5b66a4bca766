import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { createCollectionClient, type CollectionClient } from '../src/index.ts';

const PASSWORD = 'brass lantern 42';

/** A real collection service of one test file, in a separate process. */
export interface TestService {
  baseUrl: string;
  /** Creates a user, signs in and returns the user's client. */
  signUp(username: string): Promise<CollectionClient>;
  /** Ends the service and drops its database. */
  close(): Promise<void>;
}

/** The credentials of a user that the service knows. */
export function credentialsOf(username: string) {
  return { username, password: PASSWORD };
}

/** Starts a service that has no limits to speak of; the variables win over those that all tests want. */
export async function startCollectionService(variables: Record<string, string>): Promise<TestService> {
  const database = await createTestDatabase('collection', migrate);
  const mediaRoot = await mkdtemp(join(tmpdir(), 'kitroom-media-'));
  const env = {
    DATABASE_URL: database.url,
    MEDIA_ROOT: mediaRoot,
    SECRET_KEY: 'a secret key that only tests have',
    THROTTLE_ANON: '10000/3600',
    THROTTLE_USER: '10000/3600',
    SHUTDOWN_GRACE_SECONDS: '1',
    WORKER: 'false',
    ...variables,
  };
  const service = await startTestService('collection', env);
  return {
    baseUrl: service.url,
    signUp: async (username) => {
      const { password } = credentialsOf(username);
      const email = `${username}@example.org`;
      const args = ['--username', username, '--email', email, '--password', password, '--verified'];
      await runCommand(['users', 'create', ...args], env);
      const { token } = await createCollectionClient({ baseUrl: service.url }).tokens.create({
        username,
        password,
      });
      return createCollectionClient({ baseUrl: service.url, token });
    },
    close: async () => {
      await service.kill();
      await database.drop();
      await rm(mediaRoot, { recursive: true, force: true });
    },
  };
}

async function migrate(url: string): Promise<void> {
  await runCommand(['migrate'], { DATABASE_URL: url });
}

async function runCommand(args: string[], env: Record<string, string>): Promise<void> {
  const { status, stderr } = await runServiceCommand('collection', args, { env });
  if (status !== 0) throw new Error(`collection ${args[0]} failed: ${stderr}`);
}
