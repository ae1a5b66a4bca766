// Replaces both services in the tests of the stack: the same commands with hardly anything behind them.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const { env } = process;
const [, , command, action, ...rest] = process.argv;

const COMMANDS: Record<string, (client: pg.Client) => Promise<unknown>> = {
  migrate: (client) =>
    client.query(`
      create table if not exists kits (line text);
      create table if not exists users (id serial, username text, is_staff boolean default false);
      create table if not exists operators (name text);
      create table if not exists deleted_tokens (username text);
      create table if not exists items (id serial, user_id integer);
      create table if not exists photos (item_id integer);
      create table if not exists api_keys (key_hash bytea, revoked_at timestamptz, expires_at timestamptz);
    `),
  users: (client) =>
    client.query('insert into users (username, is_staff) values ($1, $2)', [
      rest[rest.indexOf('--username') + 1],
      rest.includes('--staff'),
    ]),
  operators: (client) => client.query('insert into operators values ($1)', [rest.at(-1)]),
  async tokens(client) {
    const [username] = rest;
    if (action === 'delete') await client.query('insert into deleted_tokens values ($1)', [username]);
    const { rowCount } = await client.query('select from deleted_tokens where username = $1', [username]);
    if (env.STAND_IN === 'other-key' && rowCount === 0) fail('the token was made with another SECRET_KEY');
    if (action === 'show') process.stdout.write(`token-of-${username}\n`);
  },
  async keys(client) {
    const key = `key-${randomBytes(8).toString('hex')} ${rest.join(' ')}`;
    await client.query('insert into api_keys values (sha256($1::bytea))', [Buffer.from(key)]);
    process.stdout.write(`${key}\n`);
  },
  async import(client) {
    for await (const line of createInterface({ input: process.stdin })) {
      await client.query('insert into kits values ($1)', [line]);
    }
  },
};

const run = COMMANDS[command ?? ''];
if (run) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await run(client);
  await client.end();
} else {
  serve();
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function serve(): void {
  if (env.STAND_IN === 'refuses') fail('STAND_IN is "refuses": expected anything else');
  const server = createServer((request, response) => {
    if (request.url === '/die') {
      log('fatal', 'fell over');
      process.exit(3);
    }
    response.end(
      JSON.stringify({
        status: 'healthy',
        pid: process.pid,
        secret: env.SECRET_KEY,
        archive: env.ARCHIVE_BASE_URL,
        media: env.MEDIA_ROOT,
        mail: env.MAIL_ROOT,
        key: env.CATALOGUE_API_KEY,
        throttle: env.THROTTLE_USER,
        redis: env.REDIS_URL,
        worker: env.WORKER,
        mfa: env.ADMIN_REQUIRE_MFA,
      }),
    );
  });
  server.listen(Number(env.PORT), env.HOST);
  log('info', 'listening');
  log('warn', 'a warning');
  process.on('SIGTERM', () => {
    log('info', 'stopping');
    server.closeAllConnections();
    server.close(() => void requestArchive().finally(() => process.exit(0)));
  });
}

// As the end of a scrape does. Late, so that an archive which was stopped at the same time is gone by now.
async function requestArchive(): Promise<void> {
  await delay(200);
  const state = await fetch(`${env.ARCHIVE_BASE_URL}/`).then(
    ({ status }) => `responds with ${status}`,
    () => 'is gone',
  );
  log('info', `the archive ${state}`);
}

function log(level: string, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level, msg })}\n`);
}
