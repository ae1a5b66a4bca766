// The entry point of all npm scripts of the root: `node scripts/run.mjs <entry> [arguments]`. Prepares the
// workspace and runs the entry under a recent enough Node.js. Plain JavaScript for Node.js 20.19 and newer.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BootstrapError, prepare, runProcess } from './bootstrap.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inherited = ['inherit', 'inherit', 'inherit'];
const TIMED = String.raw`\.timed\.`;
const ENDURANCE = String.raw`\.endurance\.`;

// Caches compiled sources with types stripped, which halves the start-up time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

const entries = {
  start: (args) => [program('packages/devstack/src/start.ts', args)],
  dev: (args) => [program('packages/devstack/src/start.ts', ['--watch', ...args])],
  test: (args) => [jest('jest.config.mjs', args)],
  'test:slow': slowTests,
  // With both a path and a pattern, Jest would run the tests of both.
  'test:endurance': (args) => [slowJest(...(args.length > 0 ? args : ['--testPathPatterns', ENDURANCE]))],
  catalogue: (args) => [program('services/catalogue/src/main.ts', resolveFileArguments(args))],
  collection: (args) => [
    { ...program('services/collection/src/main.ts', args), env: withOwnSecretKey(process.env) },
  ],
  lint: (args) => [
    tool('oxlint/bin/oxlint', ['--type-aware', ...args]),
    tool('prettier/bin/prettier.cjs', ['--check', ...orAll(args)]),
  ],
  format: (args) => [tool('prettier/bin/prettier.cjs', ['--write', ...orAll(args)])],
  types: (args) =>
    ['tsconfig.json', 'packages/showcase/tsconfig.json', 'packages/showcase/test/tsconfig.json'].map(
      (project) => tool('typescript/bin/tsc', ['--noEmit', '-p', project, ...args]),
    ),
  openapi: (args) => [program('scripts/write-openapi.ts', args)],
  configuration: (args) => [program('scripts/write-configuration.ts', args)],
  mutate: (args) => [program('scripts/mutate.mjs', args)],
  licences: (args) => [program('scripts/write-licences.ts', args)],
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  process.stderr.write(`kitroom: ${error.message}\n`);
  process.exitCode = error.status;
}

async function main([name, ...args]) {
  if (!Object.hasOwn(entries, name ?? '')) {
    throw new BootstrapError(`there is no entry “${name ?? ''}”, only ${Object.keys(entries).join(', ')}`, 2);
  }
  const node = await prepare(root);
  let status = 0;
  for (const command of entries[name](args)) {
    const commandStatus = await run(node, command);
    status ||= commandStatus;
  }
  return status;
}

// A program of this repository. It exits with this process and receives signals only from it: Ctrl-C sends
// two SIGINT, from the terminal to the process group and from npm to its child, but the program receives one.
function program(script, args) {
  if (!existsSync(join(root, script))) throw new BootstrapError(`there is no ${script}`);
  const preload = new URL('../packages/devstack/src/end-with-parent.ts', import.meta.url);
  return {
    args: ['--import', preload.href, join(root, script), ...args],
    env: process.env,
    detached: true,
    stdio: [...inherited, 'ipc'],
  };
}

function tool(script, args) {
  return {
    args: [join(root, 'node_modules', script), ...args],
    env: process.env,
    detached: false,
    stdio: inherited,
  };
}

function slowTests(args) {
  if (args.length > 0) return [slowJest(...args)];
  // Tests that measure durations run one at a time, because other tests would distort them.
  return [
    slowJest('--testPathIgnorePatterns', '/node_modules/', TIMED, ENDURANCE),
    slowJest('--maxWorkers=1', '--testPathPatterns', TIMED),
  ];
}

function slowJest(...args) {
  return jest('jest.slow.config.mjs', args, oldestPostgres());
}

// `npm test` uses the embedded PostgreSQL, the newest supported version; the slow tests use the oldest.
function oldestPostgres() {
  const folder = process.env.POSTGRES_BIN || '/usr/lib/postgresql/15/bin';
  if (process.env.CI || existsSync(join(folder, 'initdb'))) return { POSTGRES_BIN: folder };
  process.stderr.write(`There is no PostgreSQL 15 in ${folder}: the slow tests use the embedded one\n`);
  return {};
}

function jest(config, args, variables = {}) {
  const env = { ...process.env, ...variables };
  // Detached, so that on Ctrl-C the workers can stop the servers of their tests first.
  return { ...tool('jest/bin/jest.js', [`--config=${config}`, ...args]), env, detached: true };
}

function run(node, { args, ...options }) {
  const lastAt = {};
  return runProcess(node, args, { cwd: root, ...options }, (child, signal) => {
    const repeated = Date.now() - (lastAt[signal] ?? 0) < 250;
    lastAt[signal] = Date.now();
    if (!repeated) child.kill(signal);
  });
}

function orAll(args) {
  return args.length > 0 ? args : ['.'];
}

// For the database of `npm start`, the URL is enough, because the key that was generated for it is in the
// data folder. Other databases need SECRET_KEY.
function withOwnSecretKey(env) {
  if (env.SECRET_KEY || env.SECRET_KEY_FILE || !URL.canParse(env.DATABASE_URL ?? '')) return env;
  const read = (file) => {
    try {
      return readFileSync(resolve(root, env.DATA_DIR || '.data', file), 'utf8').trim();
    } catch {
      // The file is missing or belongs to another user.
      return '';
    }
  };
  const { password } = new URL(env.DATABASE_URL);
  const isOwn = password !== '' && password === read('postgres/password');
  return isOwn ? { ...env, SECRET_KEY: read('secret-key') } : env;
}

// The services run in the root, which contains `.data`. File arguments are relative to the caller's folder.
function resolveFileArguments(args) {
  if (args[0] !== 'import' && args[0] !== 'export') return args;
  const from = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg, index) => (index === 0 || arg.startsWith('-') ? arg : resolve(from, arg)));
}
