import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { json, openLocalServer } from '@kitroom/testing/local-server';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { describeWithRedis, startRedis } from '@kitroom/testing/test-redis';
import { useService } from '@kitroom/testing/use-service';
import { createCatalogueCommands } from '../../services/catalogue/src/commands.ts';
import { createCollectionCommands } from '../../services/collection/src/commands.ts';
import { SMALL_CATALOGUE } from './small-catalogue.ts';

type Program = ReturnType<typeof createCatalogueCommands>;

const UNAVAILABLE = 'http://127.0.0.1:4';
const PATIENCE_MS = 240_000;
const PASSWORD = 'brass lantern 42';
/** Preloads a module that keeps a handle open forever. */
const HOLD = { NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1e6)' };

const catalogueDatabase = useDatabase();
const mirrorDatabase = useDatabase();
const collectionDatabase = useDatabase();
const catalogue = useService(() => openLocalServer(json([])));
const folder = mkdtempSync(join(tmpdir(), 'kitroom-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));
const catalogueEnv = () => ({ ...HOLD, DATABASE_URL: catalogueDatabase.url, WORKER: 'false' });
const collectionEnv = () => ({
  ...HOLD,
  DATABASE_URL: collectionDatabase.url,
  WORKER: 'false',
  SECRET_KEY: 'a secret of the tests, of more than 32 characters',
  CATALOGUE_URL: catalogue.baseUrl,
  MEDIA_ROOT: join(folder, 'media'),
  MAIL_ROOT: join(folder, 'mail'),
});

/** All commands except `serve`, `worker` and `mirror`, each after the commands that it depends on. */
const CATALOGUE = [
  ['migrate'],
  ['check'],
  ['import', '-'],
  ['export'],
  ['keys', 'create', '--name', 'a'],
  ['keys', 'list'],
  ['keys', 'revoke', '1'],
  ['operators', 'create', '--name', 'ada'],
  ['operators', 'set-password', 'ada'],
  ['operators', 'list'],
  ['operators', 'delete', 'ada'],
];
const COLLECTION = [
  ['migrate'],
  ['check'],
  ['mail', 'test', 'ada@example.org'],
  ['users', 'create', '--username', 'ada', '--email', 'ada@example.org', '--verified'],
  ['users', 'list'],
  ['users', 'set-password', 'ada'],
  ['tokens', 'show', 'ada'],
  ['tokens', 'delete', 'ada'],
];

describe('a process with an open handle', () => {
  it.each([
    ['catalogue', CATALOGUE, catalogueEnv, createCatalogueCommands()],
    ['collection', COLLECTION, collectionEnv, createCollectionCommands()],
  ] as const)(
    'exits when each command of the %s has finished',
    async (service, commands, readEnv, program) => {
      for (const args of commands) {
        const input = args[0] === 'import' ? SMALL_CATALOGUE : `${PASSWORD}\n`;
        const result = await runServiceCommand(service, args, { env: readEnv(), input });
        expect({ args, ...result }).toMatchObject({ args, status: 0 });
      }
      const tested = [...commands.map((args) => nameOf(program, args)), 'serve', 'worker', 'mirror'];
      expect(tested).toEqual(expect.arrayContaining(listNames(program)));
    },
    PATIENCE_MS,
  );

  it.each([
    ['catalogue', catalogueEnv],
    ['collection', collectionEnv],
  ] as const)(
    'exits on wrong usage, on failure, and when serve and worker of the %s are stopped',
    async (service, readEnv) => {
      const wrong = await runServiceCommand(service, ['migrate', '--wrong'], { env: readEnv() });
      const env = { ...readEnv(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
      const failed = await runServiceCommand(service, ['migrate'], { env });
      expect([wrong.status, failed.status]).toEqual([2, 1]);
      for (const command of ['serve', 'worker']) {
        const running = await startTestService(service, readEnv(), { command: [command], waits: false });
        await running.waitForLine((line) => /"msg":"(?:listening|processing jobs)"/.test(line), PATIENCE_MS);
        expect(await running.kill()).toEqual({ status: 0, signal: null });
      }
    },
    PATIENCE_MS,
  );

  it('exits when catalogue mirror --once has failed', async () => {
    const { status, stderr } = await runServiceCommand('catalogue', ['mirror', UNAVAILABLE, '--once'], {
      env: { ...HOLD, DATABASE_URL: mirrorDatabase.url },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('catalogue: GET /api/bulk-data')]);
  });
});

describeWithRedis('catalogue import', () => {
  it('exits with 0 while Redis is frozen, and reports that Redis is unavailable', async () => {
    const redis = await startRedis();
    redis.pause();
    try {
      const env = { ...HOLD, DATABASE_URL: mirrorDatabase.url, REDIS_URL: redis.url };
      const line = JSON.stringify({ kind: 'brand', slug: 'new', name: 'New' });
      const { status, stderr } = await runServiceCommand('catalogue', ['import', '-'], { env, input: line });
      expect([status, stderr]).toEqual([0, expect.stringContaining('Redis is unavailable')]);
    } finally {
      redis.resume();
      await redis.stop();
    }
  });
});

function useDatabase() {
  return useService(async () => {
    const database = await createEmptyDatabase();
    return { ...database, close: database.drop };
  });
}

/** Lists the names of all commands; a command in a group has both names, such as `keys create`. */
function listNames(program: Program): string[] {
  return program.commands.flatMap((command) =>
    command.commands.length === 0
      ? [command.name()]
      : listNames(command).map((name) => `${command.name()} ${name}`),
  );
}

function nameOf(program: Program, args: readonly string[]): string {
  const names = listNames(program);
  return [args.slice(0, 2).join(' '), args[0] ?? ''].find((name) => names.includes(name)) ?? '';
}
