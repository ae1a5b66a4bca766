// Plays both services in the tests of the stack: the same commands, next to nothing behind them.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const { env } = process;
const [command] = process.argv.slice(2);
const client = new pg.Client({ connectionString: env.DATABASE_URL });

if (command === 'migrate') {
  await client.connect();
  await client.query(`
    create table if not exists kits (line text);
    create table if not exists clubs (id integer, logo text, logo_dark text);
    create table if not exists users (id serial, username text, is_staff boolean default false);
    create table if not exists operators (name text);
    create table if not exists deleted_tokens (username text);
    create table if not exists items (id serial, user_id integer);
    create table if not exists photos (item_id integer);
    create table if not exists api_keys (key_hash bytea, revoked_at timestamptz, expires_at timestamptz);
  `);
  await client.end();
} else if (command === 'users') {
  await client.connect();
  await client.query('insert into users (username, is_staff) values ($1, $2)', [
    process.argv[process.argv.indexOf('--username') + 1],
    process.argv.includes('--staff'),
  ]);
  await client.end();
} else if (command === 'operators') {
  await client.connect();
  await client.query('insert into operators values ($1)', [process.argv.at(-1)]);
  await client.end();
} else if (command === 'tokens') {
  await client.connect();
  const [, , , action, username] = process.argv;
  if (action === 'delete') await client.query('insert into deleted_tokens values ($1)', [username]);
  const { rowCount } = await client.query('select from deleted_tokens where username = $1', [username]);
  await client.end();
  if (env.STAND_IN === 'other-key' && rowCount === 0) {
    process.stderr.write('the token was made with another SECRET_KEY\n');
    process.exit(1);
  }
  if (action === 'show') process.stdout.write(`token-of-${username}\n`);
} else if (command === 'keys') {
  const key = `key-${randomBytes(8).toString('hex')} ${process.argv.slice(4).join(' ')}`;
  await client.connect();
  await client.query('insert into api_keys values (sha256($1::bytea))', [Buffer.from(key)]);
  await client.end();
  process.stdout.write(`${key}\n`);
} else if (command === 'import') {
  await client.connect();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'bad') {
      process.stderr.write('line 1: bad is no kit\n');
      process.exit(1);
    }
    await client.query('insert into kits values ($1)', [line]);
  }
  await client.end();
} else {
  await serve();
}

async function serve(): Promise<void> {
  if (env.STAND_IN === 'refuses') {
    process.stderr.write('STAND_IN is "refuses": allowed is anything else\n');
    process.exit(1);
  }
  const server = createServer((request, response) => {
    if (request.url === '/die') {
      log(60, 'fell over');
      process.exit(3);
    }
    const { SECRET_KEY: secret, ARCHIVE_BASE_URL: archive, MEDIA_ROOT: media, MAIL_ROOT: mail } = env;
    const { CATALOGUE_API_KEY: key, THROTTLE_USER: throttle, REDIS_URL: redis, WORKER: worker } = env;
    const { ADMIN_REQUIRE_MFA: mfa } = env;
    response.end(
      JSON.stringify({
        status: 'healthy',
        pid: process.pid,
        secret,
        archive,
        media,
        mail,
        key,
        throttle,
        redis,
        worker,
        mfa,
      }),
    );
  });
  server.listen(Number(env.PORT), env.HOST);
  log(30, 'listening');
  log(40, 'a warning');
  process.on('SIGTERM', () => {
    log(30, 'stopping');
    server.closeAllConnections();
    server.close(() => void askArchive().finally(() => process.exit(0)));
  });
}

// As the end of a scrape does. Late, so that an archive which was stopped at the same time is gone by now.
async function askArchive(): Promise<void> {
  await delay(200);
  const told = await fetch(`${env.ARCHIVE_BASE_URL}/`).then(
    ({ status }) => `answers ${status}`,
    () => 'is gone',
  );
  log(30, `the archive ${told}`);
}

function log(level: number, msg: string): void {
  process.stdout.write(`${JSON.stringify({ level, msg })}\n`);
}
