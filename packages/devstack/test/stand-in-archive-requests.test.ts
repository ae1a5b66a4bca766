import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startStandInArchive, type StandInArchive } from '../src/stand-in-archive/stand-in-archive.ts';
import { reserveTestPort } from '@kitroom/testing/test-ports';

let archive: StandInArchive;

beforeAll(async () => {
  archive = await startStandInArchive();
});

afterEach(() => {
  archive.behave(undefined);
  archive.clear();
});

afterAll(() => archive.stop());

describe('a test at the stand-in archive', () => {
  it('sees what has arrived, and when', async () => {
    const before = performance.now();
    await fetch(`${archive.url}/user/7/?p=2`, { method: 'POST', headers: { 'user-agent': 'Somebody' } });
    const [request, ...others] = archive.requests();
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/user/7/?p=2' });
    expect(request?.headers['user-agent']).toBe('Somebody');
    expect(request?.at).toBeGreaterThanOrEqual(before);
    expect(request?.at).toBeLessThanOrEqual(performance.now());
    archive.clear();
    expect(archive.requests()).toEqual([]);
  });

  it('is told what is asked for, and how often', async () => {
    const seen: unknown[] = [];
    archive.behave((request) => void seen.push(request));
    const paths = [feedPath(7, 3), '/api/user.php?id=8', '/user/9/', '/user/9/', '/robots.txt'];
    for (const path of paths) await ask(path);
    expect(seen).toEqual([
      { path: paths[0], kind: 'feed', userid: 7, page: 3, count: 1 },
      { path: paths[1], kind: 'user', userid: 8, page: 1, count: 1 },
      { path: paths[2], kind: 'page', userid: 9, page: 1, count: 1 },
      { path: paths[2], kind: 'page', userid: 9, page: 1, count: 2 },
      { path: paths[4], kind: 'other', userid: undefined, page: 1, count: 1 },
    ]);
  });

  it('chooses status, headers and body, whole or in pieces', async () => {
    archive.behave(({ count }) => {
      if (count === 1) return { status: 503, headers: { 'retry-after': '9' } };
      return count === 2 ? { body: pieces() } : undefined;
    });
    const refused = await ask('/user/7/');
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '9',
      '',
    ]);
    expect(await readText('/user/7/')).toBe('one, two');
    expect((await ask('/user/7/')).status).toBe(404);
  });

  it('delays the normal answer', async () => {
    archive.behave(() => ({ delayMs: 150 }));
    const before = performance.now();
    expect(await readJson('/api/user.php?id=7')).toEqual({ error: 'User not found' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(145);
  });

  it('resets the connection', async () => {
    archive.behave(() => ({ destroy: true }));
    await expect(ask('/user/7/')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('lets somebody wait for ever, until the archive stops', async () => {
    const silent = await startStandInArchive();
    silent.behave(() => ({ hang: true }));
    const waiting = fetch(`${silent.url}/`).then(
      () => 'answered',
      () => 'cut off',
    );
    while (silent.requests().length === 0) await new Promise(setImmediate);
    await silent.stop();
    expect(await waiting).toBe('cut off');
  });
});

describe('the stand-in archive as a process', () => {
  it('listens where it is told, says so in one line of JSON, and ends when it is asked to', async () => {
    const port = await reserveTestPort();
    const main = join(import.meta.dirname, '../src/stand-in-archive/main.ts');
    const child = spawn(process.execPath, [main], {
      env: { PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    try {
      const lines: string[] = [];
      const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
      await once(reader, 'line');
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', service: 'archive', port });
      const url = `http://127.0.0.1:${port}/static/logos/not_found.png`;
      expect((await fetch(url)).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(lines).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

function ask(path: string): Promise<Response> {
  return fetch(`${archive.url}${path}`);
}

async function readText(path: string): Promise<string> {
  return (await ask(path)).text();
}

async function readJson(path: string): Promise<unknown> {
  return (await ask(path)).json();
}

function feedPath(userid: number, page: number): string {
  return `/api/collection-feed.php?limit=20&page=${page}&sort=latest&userid=${userid}`;
}

async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('one, ');
  await new Promise(setImmediate);
  yield Buffer.from('two');
}
