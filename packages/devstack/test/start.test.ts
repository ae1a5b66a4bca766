import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeProcess, isRunning } from '../src/process-lock.mjs';
import { runServiceCommand } from '../src/testing/test-processes.ts';
import { reserveTestPort } from '../src/testing/test-ports.ts';

const root = resolve(import.meta.dirname, '../../..');
const OWN_CLUB = '{"kind":"club","slug":"own-kits","name":"Somebody’s Own Club"}\n';

let dataDir = '';
let first: Run;
let firstEnd: RunEnd;
/** Runs while the tests ask: what they see of the demo catalogue has outlived the first run. */
let second: Run;

// A whole life of the stack: the first start with what it makes, an import of somebody's own, Ctrl-C, the second start.
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-start-'));
  chmodSync(dataDir, 0o755);
  first = await start();
  const env = { DATABASE_URL: /catalogue +DATABASE_URL=(\S+)/.exec(first.text())?.[1] ?? '' };
  await runServiceCommand('catalogue', ['import', '-'], { env, input: OWN_CLUB });
  firstEnd = await first.interrupt();
  second = await start();
}, 180_000);

afterAll(async () => {
  for (const run of [first, second]) await run?.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

describe('npm start', () => {
  it('loads the demo catalogue on the first run alone', () => {
    expect(first.text()).toContain('Loading the demo catalogue');
    expect(second.text()).not.toContain('Loading the demo catalogue');
  });

  it('prints only what is meant for its reader', () => {
    expect(first.text()).not.toMatch(/warning:|error:|deprecat|undefined|\bat .*:\d+:\d+/i);
  });

  it('ends with 0 on Ctrl-C and leaves no process', () => {
    expect(firstEnd).toEqual({
      status: 0,
      signal: null,
      processesBefore: expect.any(Number),
      processesLeft: [],
    });
    // npm, the bootstrap, the stack, PostgreSQL with its own, the archive, and two services.
    expect(firstEnd.processesBefore).toBeGreaterThanOrEqual(7);
    expect(first.text()).toContain('Stopping …');
  });

  it('keeps the data and starts faster the second time', async () => {
    expect(await ask(`${second.catalogue}/clubs/search?keyword=somebodys+own`)).toEqual([
      expect.objectContaining({ slug: 'own-kits' }),
    ]);
    expect(second.readyMs).toBeLessThan(first.readyMs);
  });

  it('has both services healthy', async () => {
    expect(await ask(`${second.catalogue}/health`)).toMatchObject({
      status: 'healthy',
      database: 'connected',
    });
    expect(await ask(`${second.collection}/health`)).toMatchObject({
      status: 'healthy',
      catalogue: 'connected',
    });
  });

  it('prints three curl lines that work', async () => {
    const lines = listCurlLines(second.text()).filter((line) => !line.includes('/user-collection/'));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect((await runLine<unknown[]>(line)).length).toBeGreaterThan(0);
  });

  it('prints the demo collector’s credentials and token, the same at each start, and they work', async () => {
    const read = (text: string) => {
      const [, username, password, token] =
        /username +(\S+)\n +password +(\S+)\n +token +(\S+)\n/.exec(text) ?? [];
      return { username, password, token };
    };
    const { username, password, token } = read(second.text());
    expect(username).toBe('demo');
    expect(read(first.text())).toEqual({ username, password, token });
    const response = await fetch(`${second.collection}/auth-token/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    expect(await response.json()).toEqual({ token });
    const me = await fetch(`${second.collection}/users/me/`, {
      headers: { Authorization: `Token ${token}` },
    });
    expect(await me.json()).toMatchObject({ username: 'demo', name: 'Demo Collector' });
  });

  it('prints three more that read a collection from the stand-in archive', async () => {
    const lines = listCurlLines(second.text()).filter((line) => line.includes('/user-collection/'));
    const [scrape = '', follow = '', list = '', ...others] = lines;
    expect(others).toEqual([]);
    expect(await runLine(scrape)).toMatchObject({ status: 'processing' });
    const until = Date.now() + 25_000;
    let status = 'processing';
    for (; status === 'processing' && Date.now() < until; await delay(100)) {
      ({ status } = await runLine<{ status: string }>(follow));
    }
    expect(status).toBe('ready');
    const { data } = await runLine<{ data: { total_entries: number; entries: Kit[] } }>(list);
    expect(data).toMatchObject({ total_entries: 57, pages_scraped: 3, user: { name: 'Marta Sammlerin' } });
    expect(data.entries).toHaveLength(5);
    for (const { main_img_url: url } of data.entries) expect((await fetch(url)).status).toBe(200);
  });

  it('finds Bayern under bayren', async () => {
    const clubs = await ask<Array<{ name: string }>>(`${second.catalogue}/clubs/search?keyword=bayren`);
    expect(clubs.map(({ name }) => name)).toContain('FC Bayern München');
  });

  it('finds Málaga’s kits of 2002-03, 2003 and 2003-04 under malaga 2003, and no others', async () => {
    const kits = await ask<Kit[]>(`${second.catalogue}/kits/search?keyword=malaga%202003`);
    expect(new Set(kits.map(({ season_year: year }) => year))).toEqual(
      new Set(['2002-03', '2003', '2003-04']),
    );
    expect(new Set(kits.map(({ team_name: team }) => team))).toEqual(new Set(['Málaga CF']));
  });

  it('finds nothing under a sign of the database’s pattern language', async () => {
    for (const list of ['clubs', 'kits', 'brands', 'competitions']) {
      expect(await ask(`${second.catalogue}/${list}/search?keyword=%25`)).toEqual([]);
    }
  });

  it('shows random clubs with crests of their own', async () => {
    const { clubs } = await ask<{ clubs: Array<{ logo: string; kit_count: number }> }>(
      `${second.catalogue}/random-clubs/`,
    );
    expect(clubs).toHaveLength(20);
    for (const { logo, kit_count: kits } of clubs) {
      expect(logo).toMatch(/^data:image\/svg\+xml,/);
      expect(kits).toBeGreaterThan(0);
    }
  });

  it('shows random kits, each with a picture that loads', async () => {
    const { kits } = await ask<{ kits: Kit[] }>(`${second.catalogue}/random-kits/`);
    expect(kits).toHaveLength(20);
    for (const { main_img_url: url } of kits) {
      const picture = await fetch(url);
      expect(picture.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
      expect(await picture.text()).toMatch(/^<svg .*<\/svg>\s*$/s);
    }
  });
});

interface Kit {
  main_img_url: string;
  season_year: string;
  team_name: string;
}

interface Run {
  catalogue: string;
  collection: string;
  readyMs: number;
  /** All it has printed so far. */
  text(): string;
  interrupt(): Promise<RunEnd>;
}

interface RunEnd {
  status: number | null;
  signal: NodeJS.Signals | null;
  processesBefore: number;
  processesLeft: number[];
}

/** `npm start` as somebody at a terminal has it: in a process group of its own, which a Ctrl-C reaches. */
async function start(): Promise<Run> {
  const [catalogue, collection, archive, postgres] = [
    await reserveTestPort(),
    await reserveTestPort(),
    await reserveTestPort(),
    await reserveTestPort(),
  ];
  const { PATH, HOME } = process.env;
  const ports = {
    CATALOGUE_PORT: catalogue,
    COLLECTION_PORT: collection,
    ARCHIVE_PORT: archive,
    POSTGRES_PORT: postgres,
  };
  const since = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      ARCHIVE_MIN_INTERVAL_MS: '100',
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    // npm's own remarks on its configuration are not ours.
    text += chunk.replaceAll(/^npm .*\n/gm, '');
  });
  const ended = new Promise<Pick<RunEnd, 'status' | 'signal'>>((done) => {
    child.once('close', (status, signal) => done({ status, signal }));
  });
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const signalGroup = (signal: NodeJS.Signals) => void (hasEnded() || process.kill(-pid, signal));
  for (const until = Date.now() + 90_000; !text.includes('Ctrl-C stops everything'); await delay(20)) {
    if (hasEnded() || Date.now() > until) {
      signalGroup('SIGKILL');
      throw new Error(`npm start is not ready:\n${text}`);
    }
  }
  return {
    catalogue: `http://127.0.0.1:${catalogue}/api`,
    collection: `http://127.0.0.1:${collection}/api`,
    readyMs: performance.now() - since,
    text: () => text,
    async interrupt() {
      const processes = listDescendants(pid).map(describeProcess);
      signalGroup('SIGINT');
      const end = await ended;
      const left = processes.filter(isRunning).map((each) => each.pid);
      return { ...end, processesBefore: processes.length, processesLeft: left };
    },
  };
}

/** A process with all that it has started, and what those have. */
function listDescendants(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) {
    found.push(...pairs.flatMap(([child = 0, ppid]) => (ppid === parent ? [child] : [])));
  }
  return found;
}

function listCurlLines(text: string): string[] {
  return [...text.matchAll(/^ +(curl .*)$/gm)].map(([, line = '']) => line);
}

async function runLine<T = unknown>(line: string): Promise<T> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error --fail`]);
  const answer: T = JSON.parse(stdout);
  return answer;
}

async function ask<T = unknown>(url: string): Promise<T> {
  const answer: T = JSON.parse(await (await fetch(url)).text());
  return answer;
}
