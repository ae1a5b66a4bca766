import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startStandInArchive, type StandInArchive } from '../src/stand-in-archive/stand-in-archive.ts';
import {
  findStandInCollector,
  STAND_IN_COLLECTORS,
  STAND_IN_KIT_COUNTS,
} from '../src/stand-in-archive/stand-in-collectors.ts';

interface FeedEntry {
  kit: { id: number | string; team_name: string; season: string; type: string; url: string } | null;
  [field: string]: unknown;
}

const { rateLimited, broken, withManyKits, withoutKits, withVeryManyKits } = STAND_IN_COLLECTORS;
const readable = [withoutKits, STAND_IN_COLLECTORS.withThreeKits, withManyKits, withVeryManyKits];
let archive: StandInArchive;

beforeAll(async () => {
  archive = await startStandInArchive();
});

afterEach(() => {
  archive.setBehaviour(undefined);
  archive.clear();
});

afterAll(() => archive.stop());

describe('the stand-in archive', () => {
  it.each(readable)('shows the same kits of collector %i in feeds and on pages', async (userid) => {
    const kits = (await readFeeds(userid)).filter((entry) => !isCustom(entry)).map(({ kit }) => kit);
    expect(kits).toHaveLength(STAND_IN_KIT_COUNTS[userid] ?? -1);
    const shown = kits.map((kit) => [String(kit?.id), kit?.url, kit?.team_name, kit?.season, kit?.type]);
    expect(shown).toEqual(
      findStandInCollector(userid)?.kits.map((kit) => [
        String(kit.id),
        kit.path,
        kit.team,
        kit.season,
        kit.type,
      ]),
    );
    expect(await readPages(userid)).toEqual(
      shown.map(([id, path, team, season, type]) => [id, path, team, `${season} ${type}`]),
    );
  });

  it('returns 20 entries per feed page, including free-text entries', async () => {
    const entries = await readFeeds(withManyKits);
    expect(entries).toHaveLength(60);
    expect(entries.filter(isCustom)).toHaveLength(3);
    const paths = archive.requests().map(({ path }) => path);
    expect(paths).toEqual([1, 2, 3].map((page) => feedPath(withManyKits, page)));
  });

  it("has every irregularity of the archive's feeds", async () => {
    const entries = await readFeeds(withManyKits);
    const kits = entries.filter((entry) => !isCustom(entry)).map((entry) => entry.kit);
    const text = kits.map((kit) => JSON.stringify(kit));
    expect(new Set(kits.map((kit) => typeof kit?.id))).toEqual(new Set(['number', 'string']));
    for (const url of [/^\/[a-z0-9-]+\/\d{6}\/$/, /^\/[a-z0-9-]+-\d{6}\/$/, /^\/[a-z0-9-]+-kit\/$/]) {
      expect(kits.filter((kit) => url.test(kit?.url ?? '')).length).toBeGreaterThan(10);
    }
    for (const season of [/^\d{4}$/, /^\d{4}-\d{2}$/, /^\d{2}-\d{2}$/]) {
      expect(kits.some((kit) => season.test(kit?.season ?? ''))).toBe(true);
    }
    for (const field of ['brand_name', 'league', 'image_url', 'design', 'kitcolor1', 'kitcolor3']) {
      expect([field, text.some((kit) => kit.includes(`"${field}":null`))]).toEqual([field, true]);
      expect([field, text.some((kit) => !kit.includes(`"${field}":`))]).toEqual([field, true]);
    }
    expect(text.some((kit) => kit.includes('"image_url":"/static/kits/'))).toBe(true);
    expect(text.some((kit) => kit.includes(`"image_url":"${archive.url}/static/kits/`))).toBe(true);
    expect(entries.some(({ kit }) => kit === null)).toBe(true);
    const ids = kits.map((kit) => Number(kit?.id));
    expect(new Set(ids).size).toBe(ids.length - 1);
  });

  it("has every irregularity of the archive's pages", async () => {
    const first = await readText(`/user/${withManyKits}/`);
    expect(first.match(/<div class="kit" /g)).toHaveLength(30);
    expect(first).toMatch(/src="data:image[^"]+" data-src="http:[^"]+"/);
    expect(first).toMatch(/<!-- <img [^>]+> --><img src="\/static\/kits\//);
    expect(first).toContain('title="2021-22 GK 2 Kit">2021-22 GK 2<');
    expect(first).toContain('Brighton &amp; Hove Albion');
    expect(first).toContain(`<a class="button" href="/user/${withManyKits}/?p=2">`);
    const last = await readText(`/user/${withManyKits}/?p=2`);
    expect(last).toContain(`<a class="button" href="/user/${withManyKits}/?p=1">`);
    expect(last).not.toContain('?p=3');
    expect(await readText(`/user/${withoutKits}/`)).not.toContain('class="pager"');
  });

  it('shows the same profile of a collector in the feed and on pages', async () => {
    expect(await readJson(`/api/user.php?id=${withManyKits}`)).toEqual({
      user: {
        id: withManyKits,
        name: 'Marta Sammlerin',
        image: '/static/profilepic/1057.png',
        twitter: 'marta_kits_example',
        instagram: '',
        description: 'Stripes first.',
        points: '1212',
      },
    });
    const page = await readText(`/user/${withManyKits}/`);
    expect(page).toContain('<h1><span class="main-title">Marta Sammlerin</span>');
    expect(page).toContain('class="profilepic-main" src="/static/profilepic/1057.png"');
    expect(page).toContain('<b>1212</b> Additions');
    expect(await readText(`/user/${withoutKits}/`)).toContain('src="/static/profilepic/0_default.jpg"');
  });

  it('returns "User not found" in feeds and 404 on pages for unknown collectors', async () => {
    expect(await readJson(feedPath(7, 1))).toEqual({ success: false, error: 'User not found' });
    expect(await readJson('/api/user.php?id=7')).toEqual({ error: 'User not found' });
    const page = await fetchPath('/user/7/');
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('404 Not Found')]);
  });

  it('returns 500 for the broken collector each time', async () => {
    const paths = [
      feedPath(broken, 1),
      `/api/user.php?id=${broken}`,
      `/user/${broken}/`,
      feedPath(broken, 1),
    ];
    for (const path of paths) expect((await fetchPath(path)).status).toBe(500);
  });

  it('returns 429 for the first request of the second page of the rate-limited collector', async () => {
    expect((await fetchPath(feedPath(rateLimited, 1))).status).toBe(200);
    const refused = await fetchPath(feedPath(rateLimited, 2));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    const served = await readJson(feedPath(rateLimited, 2));
    expect(served).toMatchObject({ success: true, more_available: false });
    archive.clear();
    expect((await fetchPath(feedPath(rateLimited, 2))).status).toBe(429);
  });

  it('serves a picture at every URL on its pages', async () => {
    const named = [...(await readText(`/user/${withManyKits}/`)).matchAll(/<img [^>]*src="(\/[^"]+)"/g)];
    const paths = new Set(['/static/logos/not_found.png', ...named.map(([, path = '']) => path)]);
    expect(paths.size).toBeGreaterThan(10);
    for (const path of paths) {
      const picture = await fetchPath(path);
      expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    }
  });

  it('returns 404 for feeds if it is started without feeds', async () => {
    const older = await startStandInArchive({ feeds: false });
    try {
      const statuses = [
        feedPath(withManyKits, 1),
        `/api/user.php?id=${withManyKits}`,
        `/user/${withManyKits}/`,
      ];
      const seen = await Promise.all(
        statuses.map(async (path) => (await fetch(`${older.url}${path}`)).status),
      );
      expect(seen).toEqual([404, 404, 200]);
    } finally {
      await older.stop();
    }
  });
});

describe('the controls of the stand-in archive', () => {
  it('list the requests with their times', async () => {
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

  it('pass parsed requests with their counts to the test', async () => {
    const seen: unknown[] = [];
    archive.setBehaviour((request) => void seen.push(request));
    const paths = [feedPath(7, 3), '/api/user.php?id=8', '/user/9/', '/user/9/', '/robots.txt'];
    for (const path of paths) await fetchPath(path);
    expect(seen).toEqual([
      { path: paths[0], kind: 'feed', userid: 7, page: 3, count: 1 },
      { path: paths[1], kind: 'user', userid: 8, page: 1, count: 1 },
      { path: paths[2], kind: 'page', userid: 9, page: 1, count: 1 },
      { path: paths[2], kind: 'page', userid: 9, page: 1, count: 2 },
      { path: paths[4], kind: 'other', userid: undefined, page: 1, count: 1 },
    ]);
  });

  it('set status, headers and body, also in chunks', async () => {
    archive.setBehaviour(({ count }) => {
      if (count === 1) return { status: 503, headers: { 'retry-after': '9' } };
      return count === 2 ? { body: pieces() } : undefined;
    });
    const refused = await fetchPath('/user/7/');
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '9',
      '',
    ]);
    expect(await readText('/user/7/')).toBe('one, two');
    expect((await fetchPath('/user/7/')).status).toBe(404);
  });

  it('delay the normal response', async () => {
    archive.setBehaviour(() => ({ delayMs: 150 }));
    const before = performance.now();
    expect(await readJson('/api/user.php?id=7')).toEqual({ error: 'User not found' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(145);
  });

  it('reset the connection', async () => {
    archive.setBehaviour(() => ({ destroy: true }));
    await expect(fetchPath('/user/7/')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  });

  it('hold a request without a response until the archive stops', async () => {
    const silent = await startStandInArchive();
    silent.setBehaviour(() => ({ hang: true }));
    const waiting = fetch(`${silent.url}/`).then(
      () => 'completed',
      () => 'cut off',
    );
    while (silent.requests().length === 0) await new Promise(setImmediate);
    await silent.stop();
    expect(await waiting).toBe('cut off');
  });
});

describe('the stand-in archive as a process', () => {
  it('listens on HOST and PORT, logs one line of JSON, and exits with 0 on SIGTERM', async () => {
    const port = await reserveTestPort();
    const main = join(import.meta.dirname, '../src/stand-in-archive/stand-in-archive.ts');
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

function fetchPath(path: string): Promise<Response> {
  return fetch(`${archive.url}${path}`);
}

async function readText(path: string): Promise<string> {
  return (await fetchPath(path)).text();
}

async function readJson(path: string): Promise<unknown> {
  return (await fetchPath(path)).json();
}

function feedPath(userid: number, page: number): string {
  return `/api/collection-feed.php?limit=20&page=${page}&sort=latest&userid=${userid}`;
}

async function readFeeds(userid: number): Promise<FeedEntry[]> {
  const all: FeedEntry[] = [];
  for (let page = 1; ; page += 1) {
    const { entries, more_available: more }: { entries: FeedEntry[]; more_available: boolean } = JSON.parse(
      await readText(feedPath(userid, page)),
    );
    all.push(...entries);
    if (!more) return all;
    expect(entries).toHaveLength(20);
  }
}

async function readPages(userid: number): Promise<string[][]> {
  const all: string[][] = [];
  for (let page = 1; ; page += 1) {
    const text = await readText(page === 1 ? `/user/${userid}/` : `/user/${userid}/?p=${page}`);
    const kits = text.matchAll(
      /class="kit" id="(\d+)">\s+<a href="([^"]+)">.*?teamname">([^<]+)<.*?kit-season"[^>]+>([^<]+)</gs,
    );
    for (const [, ...parts] of kits) all.push(parts.map((part) => part.replaceAll('&amp;', '&')));
    if (!text.includes(`href="/user/${userid}/?p=${page + 1}"`)) return all;
  }
}

function isCustom(entry: FeedEntry): boolean {
  return Object.entries(entry).some(([field, value]) => field.startsWith('custom_') && value !== null);
}

async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('one, ');
  await new Promise(setImmediate);
  yield Buffer.from('two');
}
