import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { DemoUser } from '@kitroom/demo/collection/demo-item';
import { writeSecret } from './postgres-cluster.ts';
import { queryOnce } from './query-once.ts';
import type { ServiceAccess } from './service-process.ts';
import { ensureSecret, type ServiceName, type StackFiles } from './stack-settings.ts';

/** The account for trying out the collection service. */
export interface DemoCollector {
  username: string;
  /** The initial password; it may have been changed since. */
  password: string;
  token: string;
}

/** Credentials for the services and for the report. */
export interface Access {
  /** The API key with which the collection service calls the catalogue. */
  catalogueKey: string;
  /** Undefined if the account was deleted while other users exist. */
  demoCollector: DemoCollector | undefined;
  /** Name of the catalogue's demo operator; undefined if deleted while other operators exist. */
  operator: string | undefined;
  /**
   * Username of the collection service's demo staff user; undefined if deleted while other staff users exist,
   * or without a demo collector.
   */
  staff: string | undefined;
}

const OPERATOR = 'operator';
const STAFF = { username: 'staff', email: 'staff@example.org', name: 'Demo Staff' };

/** Creates the catalogue's API key and the demo accounts, which share one password, unless they exist. */
export async function prepareAccess(
  { catalogue, collection }: Record<ServiceName, ServiceAccess>,
  owner: DemoUser,
  files: StackFiles,
  env: NodeJS.ProcessEnv,
): Promise<Access> {
  const password = ensureSecret(files.demoPassword);
  const [catalogueKey, operator, demoCollector] = await Promise.all([
    env.CATALOGUE_API_KEY || ensureCatalogueKey(catalogue, files.catalogueKey),
    ensureOperator(catalogue, password),
    ensureDemoCollector(collection, owner, password, files.demoUnfinished),
  ]);
  // Afterwards, because the demo collector is created only while there are no users.
  const staff = demoCollector && (await ensureStaff(collection, password));
  return { catalogueKey, demoCollector, operator, staff };
}

/** Returns the token of another owner of a demo collection; creates the account if it does not exist. */
export async function ensureNeighbour(collection: ServiceAccess, user: DemoUser): Promise<string> {
  const find = 'select true as is_own from users where username = $1';
  // A random password that is not stored: this account is not for signing in.
  const password = randomBytes(32).toString('hex');
  await ensureAccount(collection, find, user.username, () => createUser(collection, user, password));
  return showToken(collection, user);
}

/**
 * Marks the demo collection as unfinished before the account is created. The mark is removed once the
 * collection is complete.
 */
async function ensureDemoCollector(
  collection: ServiceAccess,
  user: DemoUser,
  password: string,
  unfinishedFile: string,
): Promise<DemoCollector | undefined> {
  const find = 'select username = $1 as is_own from users order by username <> $1 limit 1';
  const username = await ensureAccount(collection, find, user.username, async () => {
    writeFileSync(unfinishedFile, 'The demo collection is incomplete: the next npm start continues.\n');
    await createUser(collection, user, password);
  });
  if (username === undefined) return undefined;
  return { username, password, token: await showToken(collection, user) };
}

function ensureOperator(catalogue: ServiceAccess, password: string): Promise<string | undefined> {
  const find = 'select name = $1 as is_own from operators order by name <> $1 limit 1';
  const args = ['operators', 'create', '--name', OPERATOR];
  return ensureAccount(catalogue, find, OPERATOR, () =>
    catalogue.run('creating the demo operator', args, [password]),
  );
}

function ensureStaff(collection: ServiceAccess, password: string): Promise<string | undefined> {
  const find = `
    select username = $1 and is_staff as is_own from users
    where is_staff or username = $1 order by username <> $1 limit 1`;
  return ensureAccount(collection, find, STAFF.username, () =>
    createUser(collection, STAFF, password, ['--staff']),
  );
}

/**
 * Creates an account if the query returns no row. Returns its name, or undefined if the query found only
 * another account, which means that this one was deleted.
 */
async function ensureAccount(
  { databaseUrl }: ServiceAccess,
  find: string,
  name: string,
  create: () => Promise<unknown>,
): Promise<string | undefined> {
  const [account] = await queryOnce<{ is_own: boolean }>(databaseUrl, find, [name]);
  if (!account) await create();
  return !account || account.is_own ? name : undefined;
}

/** Creates a user whose e-mail address is verified. */
async function createUser(
  { run }: ServiceAccess,
  { username, email, name }: DemoUser,
  password: string,
  more: string[] = [],
): Promise<void> {
  const options = ['--username', username, '--email', email, '--name', name, '--verified', ...more];
  await run(`creating the user ${username}`, ['users', 'create', ...options], [password]);
}

/** Returns the user's token. A token signed with the SECRET_KEY of an earlier run is replaced. */
async function showToken({ run }: ServiceAccess, { username }: DemoUser): Promise<string> {
  const show = () => run(`reading the token of ${username}`, ['tokens', 'show', username]);
  // A token that cannot be shown was encrypted with another key. Any other error occurs again below.
  const token = await show().catch(async () => {
    await run(`deleting the token of ${username}`, ['tokens', 'delete', username]);
    return show();
  });
  return token.trim();
}

/**
 * Returns the API key with which the collection service calls the catalogue. It has no rate limit, because
 * its requests would otherwise count together with those of other local clients. A key that the catalogue
 * does not know is replaced.
 */
async function ensureCatalogueKey({ databaseUrl, run }: ServiceAccess, file: string): Promise<string> {
  const storedKey = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  // Checked in the database, because with API keys turned off the catalogue ignores invalid keys.
  const known = await queryOnce(
    databaseUrl,
    `select 1 from api_keys
     where key_hash = sha256($1::bytea) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [Buffer.from(storedKey)],
  );
  if (known.length > 0) return storedKey;
  const args = ['keys', 'create', '--name', 'collection', '--rate-limit', 'none'];
  const key = (await run('creating the collection’s API key', args)).trim();
  writeSecret(file, key);
  return key;
}
