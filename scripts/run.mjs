// What every npm script of the root calls: `node scripts/run.mjs <entry> [arguments]`. It gets ready what is
// needed and runs the entry under a new enough Node.js. Plain JavaScript for Node.js 20.19 and newer.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants as os } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BootstrapError, prepare } from './bootstrap.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inherited = ['inherit', 'inherit', 'inherit'];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// Sources are stripped of their types and compiled once, not at each start of a process: that halves its cost.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');

const entries = {
  start: (args) => [program('packages/devstack/src/start.ts', args)],
  test: (args) => [jest('jest.config.mjs', args)],
  'test:slow': (args) => [jest('jest.slow.config.mjs', args), ...(args.length > 0 ? [] : onOldestPostgres())],
  catalogue: (args) => [program('services/catalogue/src/main.ts', withFilesOfCaller(args))],
  collection: (args) => [
    { ...program('services/collection/src/main.ts', args), env: withOwnSecretKey(process.env) },
  ],
  lint: (args) => [
    tool('oxlint/bin/oxlint', ['--type-aware', ...args]),
    tool('prettier/bin/prettier.cjs', ['--check', ...orAll(args)]),
  ],
  format: (args) => [tool('prettier/bin/prettier.cjs', ['--write', ...orAll(args)])],
  types: (args) => [tool('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json', ...args])],
  openapi: (args) => [program('scripts/write-openapi.ts', args)],
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
    const ended = await run(node, command);
    status ||= ended;
  }
  return status;
}

// One of our own programs. It ends with this process and hears signals from it alone: of the two SIGINT of a
// Ctrl-C, the terminal's to the whole group and npm's to its child, it gets one.
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

// The embedded PostgreSQL is the newest that is supported; both services are tested against the oldest too.
function onOldestPostgres() {
  const folder = process.env.POSTGRES_BIN || '/usr/lib/postgresql/15/bin';
  if (!process.env.CI && !existsSync(join(folder, 'initdb'))) {
    process.stderr.write(
      `Skipped, because there is no PostgreSQL 15 in ${folder}: both services against it\n`,
    );
    return [];
  }
  return [jest('jest.services.config.mjs', [], { POSTGRES_BIN: folder })];
}

function jest(config, args, variables = {}) {
  const env = { ...process.env, ...variables };
  // Apart: a Ctrl-C must not cut off the workers, which end the servers of their tests first.
  return { ...tool('jest/bin/jest.js', [`--config=${config}`, ...args]), env, detached: true };
}

function run(node, { args, ...options }) {
  return new Promise((done, fail) => {
    const child = spawn(node, args, { cwd: root, ...options });
    const lastAt = {};
    const pass = (signal) => {
      const repeated = Date.now() - (lastAt[signal] ?? 0) < 250;
      lastAt[signal] = Date.now();
      if (!repeated) child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    child.on('error', (error) => fail(new BootstrapError(`${node} cannot be started: ${error.message}`)));
    child.on('exit', (status, signal) => {
      for (const each of signals) process.off(each, pass);
      done(status ?? 128 + os.signals[signal]);
    });
  });
}

function orAll(args) {
  return args.length > 0 ? args : ['.'];
}

// The database of `npm start` comes with the key that the run has made: its address alone is enough. What key another
// database goes with is not known here.
function withOwnSecretKey(env) {
  if (env.SECRET_KEY || !URL.canParse(env.DATABASE_URL ?? '')) return env;
  const read = (file) => {
    try {
      return readFileSync(resolve(root, env.DATA_DIR || '.data', file), 'utf8').trim();
    } catch {
      // It is not there, or somebody else's.
      return '';
    }
  };
  const { password } = new URL(env.DATABASE_URL);
  const isOwn = password !== '' && password === read('postgres/password');
  return isOwn ? { ...env, SECRET_KEY: read('secret-key') } : env;
}

// The services run in the root, where `.data` is; a file is meant from where npm was called.
function withFilesOfCaller(args) {
  if (args[0] !== 'import' && args[0] !== 'export') return args;
  const from = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg, index) => (index === 0 || arg.startsWith('-') ? arg : resolve(from, arg)));
}
