import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeWhere } from '@kitroom/testing/describe-where';
import { listen } from '@kitroom/testing/local-server';
import { createEmptyDatabase, createTestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { describeWithRedis, startRedis } from '@kitroom/testing/test-redis';
import { useService } from '@kitroom/testing/use-service';
import { createWrongClock, FAKETIME } from '@kitroom/testing/wrong-clock';
import { migrateCatalogue } from '../../services/catalogue/src/catalogue-database.ts';
import { migrateCollection } from '../../services/collection/src/database.ts';
import { startMailServer } from '../../services/collection/test/mail-server.ts';
import { startS3Server } from '../../services/collection/test/s3-server.ts';
import { startOidcProvider } from '../../services/collection/test/test-oidc-provider.ts';

type Service = 'catalogue' | 'collection';
type Env = Record<string, string>;

const PASSWORD = 'geheim%2B123';
const SECRETS = [PASSWORD, 'geheim+123', 'geheim'];
const CLOSED = '127.0.0.1:1';
const folder = mkdtempSync(join(tmpdir(), 'kitroom-check-test-'));
const file = join(folder, 'a-file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databases = {
  catalogue: useDatabase('catalogue', migrateCatalogue),
  collection: useDatabase('collection', migrateCollection),
  empty: useService(async () => {
    const { url, drop } = await createEmptyDatabase();
    return { url, close: drop };
  }),
};
const catalogue = useService(async () => {
  const service = await startTestService('catalogue', {
    DATABASE_URL: databases.catalogue.url,
    API_ENABLE_AUTH: 'true',
    BULK_DATA_ROOT: join(folder, 'bulk'),
  });
  return { url: service.url, close: async () => void (await service.kill()) };
});
const mail = useService(() =>
  startMailServer(0, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password = '' }, _session, done) {
      if (username === 'kits' && password === 'geheim+123') return done(null, { user: username });
      // Some servers echo the received credentials.
      return done(new Error(`wrong password ${password}`));
    },
  }),
);
const provider = useService(() => startOidcProvider());
const s3 = useService(() => startS3Server());
/** Accepts connections and never responds. */
const silent = useServer(createServer(() => undefined));
/** A PostgreSQL server that reports version 14. */
const old = useServer(
  createServer((client) => {
    const target = connect(Number(new URL(databases.catalogue.url).port), '127.0.0.1');
    client.pipe(target);
    target.on('data', (chunk) => {
      client.write(Buffer.from(chunk.toString('latin1').replace(/1[5-9](00\d\d)/, '14$1'), 'latin1'));
    });
    for (const socket of [client, target]) {
      socket
        .on('error', () => undefined)
        .on('close', () => [client, target].map((stream) => stream.destroy()));
    }
  }),
);

let apiKey = '';
let revokedKey = '';
/** Host and port on which nothing listens. */
let closedAddress = '';

beforeAll(async () => {
  provider.register('club', { url: 'http://localhost' });
  closedAddress = `http://127.0.0.1:${await reserveTestPort()}`;
  const env = { DATABASE_URL: databases.catalogue.url };
  const create = async (name: string) =>
    (await runServiceCommand('catalogue', ['keys', 'create', '--name', name], { env })).stdout.trim();
  [apiKey, revokedKey] = [await create('used'), await create('revoked')];
  const { stdout } = await runServiceCommand('catalogue', ['keys', 'list'], { env });
  const [id = ''] = /^\S+(?=\s+revoked\b)/m.exec(stdout) ?? [];
  await runServiceCommand('catalogue', ['keys', 'revoke', id], { env });
}, 60_000);

/** Configurations in which everything works. */
const WORKING: Record<Service, () => Env> = {
  catalogue: () => ({
    DATABASE_URL: databases.catalogue.url,
    BULK_DATA_ROOT: join(folder, 'new', 'bulk'),
  }),
  collection: () => ({
    DATABASE_URL: databases.collection.url,
    MEDIA_ROOT: join(folder, 'new', 'media'),
    SECRET_KEY: 'geheim'.repeat(6),
    SMTP_URL: mail.url.replace('//', `//kits:${PASSWORD}@`),
    CATALOGUE_URL: catalogue.url,
    CATALOGUE_API_KEY: apiKey,
    ...provider.env('CLUB'),
  }),
};
const STEPS = {
  catalogue: ['variables', 'database', 'bulk data', 'clock'],
  collection: ['variables', 'database', 'storage', 'mail', 'catalogue', 'oidc club', 'clock'],
};

describe.each(['catalogue', 'collection'] as const)('%s check', (service) => {
  it('prints "ok" for each step when everything works, and leaves no file behind', async () => {
    const { status, stdout } = await check(service);
    expect([status, stdout]).toEqual([0, STEPS[service].map((step) => `${step}: ok\n`).join('')]);
    expect(listFilesIn(join(folder, 'new'))).toEqual([]);
  });

  it.each<[string, () => Env, Record<string, string | RegExp>]>([
    [
      'variables',
      () => ({ PORT: 'x', LOG_LEVEL: 'loud', REDIS_URL: 'geheim' }),
      {
        variables:
          /^REDIS_URL is set to a wrong value: [^;]+; LOG_LEVEL is "loud": [^;]+; PORT is "x": expected [^;]+$/,
        redis: /^REDIS_URL is set to a wrong value: expected an address/,
      },
    ],
    [
      'the password of the database',
      () => ({ DATABASE_URL: change(databases[service].url, { password: PASSWORD }) }),
      ofDatabase(/^password authentication failed for user "\w+"$/),
    ],
    [
      'the port of the database',
      () => ({ DATABASE_URL: change(databases[service].url, { port: '1', password: PASSWORD }) }),
      ofDatabase(/^connect ECONNREFUSED 127\.0\.0\.1:1$/),
    ],
    [
      'the name of the database',
      () => ({ DATABASE_URL: change(databases[service].url, { pathname: '/missing' }) }),
      ofDatabase('database "missing" does not exist'),
    ],
    [
      'the migrations, which have not run',
      () => ({ DATABASE_URL: databases.empty.url }),
      { database: 'the database is not up to date: run the command "migrate" first' },
    ],
    [
      'the version of PostgreSQL',
      () => ({ DATABASE_URL: change(databases[service].url, { port: old.port }) }),
      { database: /^PostgreSQL \d+\.\d+.* is not supported: 15 or newer is required$/ },
    ],
    [
      'the port of Redis',
      () => ({ REDIS_URL: `redis://:${PASSWORD}@${CLOSED}` }),
      { redis: `connect ECONNREFUSED ${CLOSED}` },
    ],
  ])('names the cause of a failure: %s', async (_part, env, reasons) => {
    await expectFailures(service, env(), reasons);
  });

  it('exits with 2 on wrong usage, and describes itself with --help', async () => {
    const wrong = await runServiceCommand(service, ['check', 'database'], { env: WORKING[service]() });
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    const { status, stdout } = await runServiceCommand(service, ['check', '--help']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('configuration')]);
  });
});

describe('catalogue check', () => {
  it('names the last migration if only that has not run', async () => {
    const database = await createTestDatabase('catalogue', async () => undefined);
    try {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const last =
        'delete from knex_migrations where id = (select max(id) from knex_migrations) returning name';
      const { rows } = await client.query<{ name: string }>(last);
      await client.end();
      await expectFailures(
        'catalogue',
        { DATABASE_URL: database.url },
        { database: `the database is not up to date: run the command "migrate" first (${rows[0]?.name})` },
      );
    } finally {
      await database.drop();
    }
  });

  it('names the bulk data folder if it is not writable', async () => {
    await expectFailures(
      'catalogue',
      { BULK_DATA_ROOT: join(file, 'bulk') },
      { 'bulk data': /ENOTDIR.*a-file/ },
    );
  });
});

describe('collection check', () => {
  it('tests S3 if it is configured, and leaves no object behind', async () => {
    const { status, stdout } = await check('collection', s3.env);
    expect([status, stdout]).toEqual([0, expect.stringContaining('storage: ok\n')]);
    expect(s3.list()).toEqual([]);
  });

  it.each<[string, () => Env, Record<string, string | RegExp>]>([
    ['the folder of the photos', () => ({ MEDIA_ROOT: join(file, 'x') }), { storage: /ENOTDIR.*a-file/ }],
    [
      'the S3 key',
      () => ({ ...s3.env, S3_ACCESS_KEY_ID: 'geheim', S3_SECRET_ACCESS_KEY: 'geheim' }),
      { storage: /Access Key Id you provided does not exist/ },
    ],
    ['the S3 bucket', () => ({ ...s3.env, S3_BUCKET: 'missing' }), { storage: /bucket does not exist/ }],
    [
      'a missing S3 variable',
      () => ({ STORAGE: 's3' }),
      { variables: /^S3_BUCKET is required/, storage: /^S3_BUCKET is required/ },
    ],
    [
      'the port of the mail server',
      () => ({ SMTP_URL: `smtp://kits:${PASSWORD}@${CLOSED}` }),
      { mail: `connect ECONNREFUSED ${CLOSED}` },
    ],
    [
      'the password of the mail server',
      () => ({ SMTP_URL: mail.url.replace('//', '//kits:geheim@') }),
      { mail: /^Invalid login: 535 wrong password \*\*\*$/ },
    ],
    [
      'the revoked key for the catalogue',
      () => ({ CATALOGUE_API_KEY: revokedKey }),
      { catalogue: /^the catalogue rejects this service: check CATALOGUE_API_KEY.*401/ },
    ],
    ['the address of the catalogue', () => ({ CATALOGUE_URL: closedAddress }), { catalogue: /ECONNREFUSED/ }],
    [
      'the issuer of a provider',
      () => ({ OIDC_CLUB_ISSUER: `${provider.issuer}/other` }),
      { 'oidc club': /.+/ },
    ],
    [
      'a provider without a client id, next to a working provider',
      () => ({ ...provider.env('FAN'), OIDC_CLUB_CLIENT_ID: '' }),
      {
        variables: /^OIDC_CLUB_CLIENT_ID is required/,
        'oidc club': /^OIDC_CLUB_CLIENT_ID is required/,
        'oidc fan': 'ok',
      },
    ],
  ])('names the cause of a failure: %s', async (_part, env, reasons) => {
    await expectFailures('collection', env(), reasons);
  });

  it('fails each step after 10 s if a server accepts connections but never responds', async () => {
    const at = `127.0.0.1:${silent.port}`;
    const startedAt = performance.now();
    const { status, stdout } = await check('collection', {
      DATABASE_URL: `postgres://kits:${PASSWORD}@${at}/kits`,
      REDIS_URL: `redis://:${PASSWORD}@${at}`,
      ...s3.env,
      S3_ENDPOINT: `http://${at}`,
      SMTP_URL: `smtps://kits:${PASSWORD}@${at}`,
      CATALOGUE_URL: `http://${at}`,
      OIDC_CLUB_ISSUER: `http://${at}`,
    });
    const failed = ['database', 'redis', 'storage', 'mail', 'catalogue', 'oidc club', 'clock'];
    expect([status, readLines(stdout)]).toEqual([
      1,
      [['variables', 'ok'], ...failed.map((step) => [step, expect.stringMatching(/^failed: .{10}/)])],
    ]);
    expect(performance.now() - startedAt).toBeLessThan(failed.length * 10_000 + 20_000);
  }, 120_000);

  it('prints no line for a step that is not configured', async () => {
    const env = { DATABASE_URL: databases.collection.url, MEDIA_ROOT: join(folder, 'new', 'media') };
    const { stdout } = await runServiceCommand('collection', ['check'], { env });
    expect(readLines(stdout).map(([step]) => step)).toEqual([
      'variables',
      'database',
      'storage',
      'catalogue',
      'clock',
    ]);
  });
});

describeWithRedis('check with Redis', () => {
  const redis = useService(async () => {
    const { url, port, stop } = await startRedis();
    const socket = connect(port, '127.0.0.1');
    socket.write('CONFIG SET requirepass geheim+123\r\n');
    await once(socket, 'data');
    socket.destroy();
    return { url, close: stop };
  });

  it.each(['catalogue', 'collection'] as const)('reports for the %s whether Redis works', async (service) => {
    const withPassword = (password: string) => ({ REDIS_URL: redis.url.replace('//', `//:${password}@`) });
    const { stdout } = await check(service, withPassword(PASSWORD));
    expect(stdout).toContain('database: ok\nredis: ok\n');
    await expectFailures(service, withPassword('geheim'), { redis: /^WRONGPASS/ });
  });
});

describeWhere(FAKETIME, { title: 'check with a wrong clock', missing: 'libfaketime is missing' }, () => {
  it.each([
    ['catalogue', 300, 'ahead of'],
    ['collection', -300, 'behind'],
  ] as const)('reports for the %s a clock difference of %i s', async (service, seconds, direction) => {
    const clock = createWrongClock(join(folder, `clock-${service}`));
    clock.set(seconds);
    await expectFailures(service, clock.env, {
      clock: new RegExp(`^the clock of this machine is (?:299|300|301) s ${direction} the database's$`),
    });
  });

  it('reports that the certificate of the mail server has expired', async () => {
    const server = await startMailServer(0, { secure: true, ...createExpiredCertificate() });
    const env = {
      SMTP_URL: server.url.replace('//', `//kits:${PASSWORD}@`).replace('127.0.0.1', 'localhost'),
      NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem'),
    };
    await expectFailures('collection', env, { mail: 'certificate has expired' });
    await server.close();
  });

  it('accepts a clock difference of 3 s', async () => {
    const clock = createWrongClock(join(folder, 'clock-near'));
    clock.set(3);
    expect((await check('catalogue', clock.env)).stdout).toContain('clock: ok\n');
  });
});

/** Expects that the steps with these reasons fail, all others succeed, and no secret is printed. */
async function expectFailures(service: Service, env: Env, reasons: Record<string, string | RegExp>) {
  const { status, stdout, stderr } = await check(service, env);
  const lines = readLines(stdout);
  const expected = lines.map(([step = '']) => [step, toResult(reasons[step])]);
  expect([status, stderr, lines]).toEqual([1, '', expected]);
  const steps = new Set([...STEPS[service], ...Object.keys(reasons)]);
  expect(new Set(lines.map(([step]) => step))).toEqual(steps);
}

function toResult(reason: string | RegExp | undefined): unknown {
  if (reason === undefined || reason === 'ok') return 'ok';
  return typeof reason === 'string'
    ? `failed: ${reason}`
    : expect.stringMatching(
        new RegExp(`^failed: ${reason.source.replace(/^(?!\^)/, '.*').replace('^', '')}`),
      );
}

async function check(service: Service, env: Env = {}) {
  const result = await runServiceCommand(service, ['check'], { env: { ...WORKING[service](), ...env } });
  const output = result.stdout + result.stderr;
  for (const secret of [...SECRETS, apiKey, revokedKey]) expect(output).not.toContain(secret);
  return result;
}

function readLines(stdout: string): string[][] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
}

function ofDatabase(reason: string | RegExp) {
  return { database: reason, clock: reason };
}

function change(url: string, parts: Partial<Pick<URL, 'password' | 'port' | 'pathname'>>): string {
  return Object.assign(new URL(url), parts).href;
}

function listFilesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function createExpiredCertificate() {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...request, '-subj', '/CN=localhost', '-days', '1'], {
    stdio: 'ignore',
    env: { ...process.env, LD_PRELOAD: FAKETIME, FAKETIME: '-10d' },
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

function useDatabase(service: Service, migrate: (url: string) => Promise<unknown>) {
  return useService(async () => {
    const { url, drop } = await createTestDatabase(
      service,
      async (database) => void (await migrate(database)),
    );
    return { url, close: drop };
  });
}

function useServer(server: Server) {
  return useService(async () => {
    const { port } = new URL(await listen(server));
    return { port, close: async () => void server.close() };
  });
}
