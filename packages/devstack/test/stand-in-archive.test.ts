import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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

const { askingToWait, broken, withManyKits, withoutKits, withVeryManyKits } = STAND_IN_COLLECTORS;
const readable = [withoutKits, STAND_IN_COLLECTORS.withThreeKits, withManyKits, withVeryManyKits];
let archive: StandInArchive;

beforeAll(async () => {
  archive = await startStandInArchive();
});

afterEach(() => archive.clear());

afterAll(() => archive.stop());

describe('the stand-in archive', () => {
  it.each(readable)('shows the kits of collector %i alike in its feeds and on its pages', async (userid) => {
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

  it('fills its feed pages with 20 entries, the collector’s own words among them', async () => {
    const entries = await readFeeds(withManyKits);
    expect(entries).toHaveLength(60);
    expect(entries.filter(isCustom)).toHaveLength(3);
    const paths = archive.requests().map(({ path }) => path);
    expect(paths).toEqual([1, 2, 3].map((page) => feedPath(withManyKits, page)));
  });

  it('has every oddity of the feeds', async () => {
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

  it('has every oddity of the pages', async () => {
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

  it('tells of a collector alike in its feed and on its pages', async () => {
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

  it('does not know anybody else', async () => {
    expect(await readJson(feedPath(7, 1))).toEqual({ success: false, error: 'User not found' });
    expect(await readJson('/api/user.php?id=7')).toEqual({ error: 'User not found' });
    const page = await ask('/user/7/');
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('404 Not Found')]);
  });

  it('fails for the broken collector, always', async () => {
    const paths = [
      feedPath(broken, 1),
      `/api/user.php?id=${broken}`,
      `/user/${broken}/`,
      feedPath(broken, 1),
    ];
    for (const path of paths) expect((await ask(path)).status).toBe(500);
  });

  it('asks once to wait before the second page of one collector', async () => {
    expect((await ask(feedPath(askingToWait, 1))).status).toBe(200);
    const refused = await ask(feedPath(askingToWait, 2));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    const served = await readJson(feedPath(askingToWait, 2));
    expect(served).toMatchObject({ success: true, more_available: false });
    archive.clear();
    expect((await ask(feedPath(askingToWait, 2))).status).toBe(429);
  });

  it('has a picture at every address that it names', async () => {
    const named = [...(await readText(`/user/${withManyKits}/`)).matchAll(/<img [^>]*src="(\/[^"]+)"/g)];
    const paths = new Set(['/static/logos/not_found.png', ...named.map(([, path = '']) => path)]);
    expect(paths.size).toBeGreaterThan(10);
    for (const path of paths) {
      const picture = await ask(path);
      expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    }
  });

  it('has only pages when it is started without feeds', async () => {
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
