import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { POOLER_ADVICE } from '@kitroom/server/database/database-errors';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithPgbouncer, startPgbouncer, type TestPgbouncer } from '@kitroom/testing/test-pgbouncer';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';

const MINUTE = 60_000;
const SERVICES = ['catalogue', 'collection'] as const;
/** The configuration that was documented before DATABASE_DIRECT_URL existed. */
const IGNORED = { ignore_startup_parameters: 'statement_timeout,lock_timeout' };
const VARIABLES = { SECRET_KEY: 'a secret of the tests, of more than 32 characters', LOG_LEVEL: 'warn' };

describeWithPgbouncer('a service behind PgBouncer in transaction mode', () => {
  let databases: Record<(typeof SERVICES)[number], TestDatabase>;
  let rejecting: TestPgbouncer;
  let ignoring: TestPgbouncer;

  beforeAll(async () => {
    const [catalogue, collection] = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
    databases = { catalogue, collection };
    rejecting = await startPgbouncer({ databaseUrl: catalogue.url, poolSize: 2 });
    ignoring = await startPgbouncer({ databaseUrl: catalogue.url, poolSize: 2, settings: IGNORED });
  });

  afterAll(async () => {
    await Promise.all([rejecting?.stop(), ignoring?.stop()]);
    for (const database of Object.values(databases ?? {})) await database.drop();
  });

  describe.each(SERVICES)('the %s', (service) => {
    const behind = (pooler: TestPgbouncer, more: Record<string, string> = {}) => ({
      ...VARIABLES,
      DATABASE_URL: pooler.urlOf(databases[service].url),
      ...more,
    });
    const direct = () => ({ DATABASE_DIRECT_URL: databases[service].url });

    it(
      'exits with one line that names DATABASE_DIRECT_URL if PgBouncer rejects its settings',
      async () => {
        const env = behind(rejecting);
        for (const command of ['serve', 'worker', 'migrate']) {
          const { status, stdout, stderr } = await runServiceCommand(service, [command], { env });
          expect([command, status, stderr]).toEqual([command, 1, `${service}: ${POOLER_ADVICE}\n`]);
          expect(stdout).toBe('');
        }
        expect((await runServiceCommand(service, ['check'], { env })).stdout).toContain(
          `database: failed: ${POOLER_ADVICE}\n`,
        );
      },
      2 * MINUTE,
    );

    it(
      'logs one warning if PgBouncer ignores its settings, and check fails with the same sentence',
      async () => {
        const env = behind(ignoring);
        const running = await startTestService(service, env);
        const warnings = () => running.lines().filter((line) => line.includes(POOLER_ADVICE));
        expect(warnings()).toHaveLength(1);
        await running.kill();
        expect(warnings()).toHaveLength(1);
        const { status, stdout } = await runServiceCommand(service, ['check'], { env });
        expect(status).toBe(1);
        expect(stdout).toContain(`database: failed: ${POOLER_ADVICE}\n`);
      },
      2 * MINUTE,
    );

    it(
      'logs no warning with DATABASE_DIRECT_URL, which check compares with DATABASE_URL',
      async () => {
        const otherUrl = databases[service === 'catalogue' ? 'collection' : 'catalogue'].url;
        const env = behind(rejecting, direct());
        const running = await startTestService(service, env);
        expect(running.lines().filter((line) => line.includes('DATABASE_DIRECT_URL'))).toEqual([]);
        await running.kill();
        const check = async (variables: Record<string, string>) =>
          (await runServiceCommand(service, ['check'], { env: variables })).stdout;
        expect(await check(env)).toMatch(/^database: ok\npooler: ok$/m);
        expect(await check({ ...env, DATABASE_DIRECT_URL: otherUrl })).toContain(
          'pooler: failed: DATABASE_URL and DATABASE_DIRECT_URL lead to different databases\n',
        );
      },
      2 * MINUTE,
    );
  });
});
