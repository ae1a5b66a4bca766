import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeProcess, isRunning } from '../src/process-lock.mjs';

const repository = resolve(import.meta.dirname, '../../..');
let root = '';

// A workspace with the real bootstrap, a catalogue that prints its arguments, and an npx that
// replaces the installation.
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kitroom-bootstrap-'));
  for (const file of ['scripts/run.mjs', 'scripts/bootstrap.mjs', 'package.json']) copy(file);
  for (const file of ['process-lock.mjs', 'end-with-parent.ts']) copy(`packages/devstack/src/${file}`);
  write('services/catalogue/src/main.ts', 'process.stdout.write(JSON.stringify(process.argv.slice(2)))');
  write(
    'services/collection/src/main.ts',
    `process.on('SIGTERM', () => process.exit(7));
     setInterval(() => {}, 1000);
     process.stdout.write(process.pid + '\\n');`,
  );
  playNpx('sleep 0.2; echo installed >> installations; echo "what npx says"');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('scripts/run.mjs', () => {
  it('installs once and after changes of the lock file, and prints npm output to standard error', async () => {
    expect(await run('catalogue', 'keys', 'list')).toMatchObject({ status: 0, stdout: '["keys","list"]' });
    expect((await run('catalogue')).stderr).toBe('');
    expect(installations()).toBe(1);
    write('pnpm-lock.yaml', 'changed');
    expect((await run('catalogue')).stderr).toContain('what npx says');
    expect(installations()).toBe(2);
  });

  it('passes the SECRET_KEY of npm start to the collection only for its own database', async () => {
    write('services/collection/src/main.ts', 'process.stdout.write(`${process.env.SECRET_KEY}`)');
    write('.data/secret-key', 'made-by-npm-start\n');
    write('.data/postgres/password', 'of-this-stack\n');
    const keyFor = async (user: string, SECRET_KEY = '', SECRET_KEY_FILE = '') => {
      const DATABASE_URL = `postgres://${user}127.0.0.1:54320/collection`;
      return (await launch(['collection'], { DATABASE_URL, SECRET_KEY, SECRET_KEY_FILE }).result).stdout;
    };
    expect(await keyFor('postgres:of-this-stack@')).toBe('made-by-npm-start');
    expect(await keyFor('postgres:of-another@')).toBe('');
    expect(await keyFor('')).toBe('');
    expect(await keyFor('postgres:of-this-stack@', 'my own')).toBe('my own');
    expect(await keyFor('postgres:of-this-stack@', '', '/run/secrets/key')).toBe('');
  });

  it('reports a failed installation, and repeats it at the next start', async () => {
    playNpx('echo "request failed: ENOTFOUND" >&2; exit 1');
    const { status, stderr } = await run('catalogue');
    expect(status).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe(
      'kitroom: the dependencies could not be installed: the package registry cannot be reached (ENOTFOUND); the first run needs the network',
    );
    expect(existsSync(join(root, 'node_modules/.bootstrap-stamp'))).toBe(false);
    playNpx('echo installed >> installations');
    expect((await run('catalogue')).status).toBe(0);
    expect(installations()).toBe(1);
  });

  it('stops an interrupted installation, and removes its lock', async () => {
    playNpx('echo $$ > npx.pid; sleep 60 & wait');
    const bootstrap = launch(['catalogue']);
    const npx = describeProcess(Number(await untilWritten('npx.pid')));
    bootstrap.child.kill('SIGINT');
    expect(await bootstrap.result).toMatchObject({
      status: 130,
      stderr: expect.stringContaining('interrupted'),
    });
    expect(isRunning(npx)).toBe(false);
    expect(existsSync(join(root, 'node_modules/.bootstrap-stamp'))).toBe(false);
    expect(existsSync(join(root, '.data/bootstrap.lock'))).toBe(false);
  });

  it('installs once when two processes start at the same time', async () => {
    const both = await Promise.all([run('catalogue'), run('catalogue')]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    expect(installations()).toBe(1);
  });

  it('resolves the file of an import from the folder in which npm was called', async () => {
    const { stdout } = await run('catalogue', 'import', 'kits.ndjson', '--skip-invalid');
    expect(JSON.parse(stdout)).toEqual(['import', '/somewhere/kits.ndjson', '--skip-invalid']);
    expect(JSON.parse((await run('catalogue', 'import', '-')).stdout)).toEqual(['import', '-']);
  });

  it('forwards signals and the exit status of the command', async () => {
    const bootstrap = launch(['collection']);
    await bootstrap.firstLine();
    bootstrap.child.kill('SIGTERM');
    expect((await bootstrap.result).status).toBe(7);
  });

  it('leaves no process behind when it is killed', async () => {
    const bootstrap = launch(['collection']);
    const service = describeProcess(Number(await bootstrap.firstLine()));
    bootstrap.child.kill('SIGKILL');
    for (const until = Date.now() + 10_000; Date.now() < until && isRunning(service);) await delay(20);
    expect(isRunning(service)).toBe(false);
  });

  it('exits with 2 for an unknown entry', async () => {
    expect(await run('satrt')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('there is no entry “satrt”'),
    });
  });
});

function run(...args: string[]) {
  return launch(args).result;
}

function launch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    cwd: root,
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH}`, INIT_CWD: '/somewhere', ...env },
  });
  const seen = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (seen.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (seen.stderr += String(chunk)));
  const result = new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
    child.once('close', (status) => done({ status, ...seen }));
  });
  const firstLine = async () => {
    for (const until = Date.now() + 10_000; Date.now() < until; await delay(10)) {
      if (seen.stdout.includes('\n')) return seen.stdout.split('\n')[0];
    }
    throw new Error(`no line within 10 seconds: ${seen.stderr}`);
  };
  return { child, result, firstLine };
}

async function untilWritten(file: string): Promise<string> {
  for (const until = Date.now() + 10_000; Date.now() < until; await delay(10)) {
    if (existsSync(join(root, file))) {
      const text = readFileSync(join(root, file), 'utf8').trim();
      if (text !== '') return text;
    }
  }
  throw new Error(`${file} was not written within 10 seconds`);
}

function installations(): number {
  return readFileSync(join(root, 'installations'), 'utf8').trim().split('\n').length;
}

function playNpx(script: string): void {
  write('bin/npx', `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, 'bin/npx'), 0o755);
}

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
}

function copy(file: string): void {
  cpSync(join(repository, file), join(root, file));
}
