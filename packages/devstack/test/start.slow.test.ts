import { execFile } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBrowserSession } from '@kitroom/testing/browser-session';
import { eventually } from '@kitroom/testing/eventually';
import { npmStart, type Run, type RunEnd } from '@kitroom/testing/npm-start';
import { openPageBrowser } from '@kitroom/testing/page-browser';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand } from '@kitroom/testing/test-processes';

const OWN_CLUB = '{"kind":"club","slug":"own-kits","name":"Somebody’s Own Club"}\n';

let dataDir = '';
let first: Run;
let firstEnd: RunEnd;
/** Runs during the tests: what they see of the demo catalogue has outlived the first run. */
let second: Run;
let metricsPort = 0;
let openAfterFirst: string[];

// A whole life of the stack: the first start with what it makes, an import of somebody's own, Ctrl-C, the
// second start.
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-start-'));
  chmodSync(dataDir, 0o755);
  first = await npmStart(dataDir);
  const [, databaseUrl = ''] = /catalogue +DATABASE_URL=(\S+)/.exec(first.text()) ?? [];
  const env = { DATABASE_URL: databaseUrl };
  await runServiceCommand('catalogue', ['import', '-'], { env, input: OWN_CLUB });
  firstEnd = await first.interrupt();
  openAfterFirst = listOpenToOthers(dataDir);
  chmodSync(dataDir, 0o755);
  metricsPort = await reserveTestPort();
  second = await npmStart(dataDir, {
    METRICS_PORT: String(metricsPort),
    SECRET_KEY_FILE: join(dataDir, 'secret-key'),
    CATALOGUE_API_KEY_FILE: join(dataDir, 'catalogue-key'),
    // npm start sets this variable itself.
    DATABASE_URL_FILE: join(dataDir, 'missing'),
  });
}, 240_000);

afterAll(async () => {
  for (const run of [first, second]) await run?.interrupt();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

describe('npm start', () => {
  it('loads the demo catalogue only on the first run', () => {
    expect(first.text()).toContain('Loading the demo catalogue');
    expect(second.text()).not.toContain('Loading the demo catalogue');
  });

  it('prints no warnings, stack traces or undefined values', () => {
    expect(first.text()).not.toMatch(/warning:|error:|deprecat|undefined|\bat .*:\d+:\d+/i);
  });

  it('reads secrets from files, and does not print them', async () => {
    const tokens = [first, second].map((run) => / +token +(\S+)\n/.exec(run.text())?.[1]);
    expect(tokens[0]).toBeDefined();
    expect(tokens[1]).toBe(tokens[0]);
    expect(first.text()).toContain(' SECRET_KEY=');
    expect(second.text()).not.toContain(' SECRET_KEY=');
  });

  it('exits with a line that names the variable of a missing file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kitroom-start-'));
    chmodSync(folder, 0o755);
    await expect(npmStart(folder, { SMTP_URL_FILE: join(folder, 'missing') })).rejects.toThrow(
      /collection: SMTP_URL_FILE is "[^\n]+ENOENT[^\n]+\n$/,
    );
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  it('exits with 0 on Ctrl-C, and leaves no process behind', () => {
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

  it('denies other users of the machine access to the data folder, after each start', () => {
    expect(openAfterFirst).toEqual([]);
    expect(listOpenToOthers(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['logs', 'media', 'postgres', 'secret-key']));
  });

  it('keeps imported data across restarts', async () => {
    expect(await fetchJson(`${second.catalogue}/clubs/search?keyword=somebodys+own`)).toEqual([
      expect.objectContaining({ slug: 'own-kits' }),
    ]);
  });

  it('serves the documentation pages of both services, and prints that debug mode is on', async () => {
    for (const url of [`${second.catalogue}/docs`, `${second.collection}/docs/`]) {
      const page = await fetch(url);
      expect([page.status, page.headers.get('Content-Type')]).toEqual([
        200,
        expect.stringMatching(/^text\/html/),
      ]);
      expect(second.text()).toContain(url);
    }
    expect(second.text()).toContain('Debug mode is on; DEBUG=false turns it off.');
  });

  it('starts both services with a healthy report', async () => {
    expect(await fetchJson(`${second.catalogue}/health`)).toMatchObject({
      status: 'healthy',
      database: 'connected',
    });
    expect(await fetchJson(`${second.collection}/health`)).toMatchObject({
      status: 'healthy',
      catalogue: 'connected',
    });
  });

  it('serves the metrics of each service on its own port, starting at METRICS_PORT', async () => {
    const [, ...pages] = /Metrics +(\S+), (\S+)\n/.exec(second.text()) ?? [];
    expect(pages).toHaveLength(2);
    const ports = pages.map((page) => Number(new URL(page).port));
    expect(ports[0]).toBe(metricsPort);
    expect(ports[1]).toBeGreaterThan(metricsPort);
    const read = pages.map(async (page) => (await fetch(page)).text());
    // A metric that the collection service alone has.
    const callsCatalogue = read.map(async (text) =>
      (await text).includes('catalogue_request_duration_seconds'),
    );
    expect(await Promise.all(callsCatalogue)).toEqual([false, true]);
    expect(first.text()).not.toContain('Metrics');
  });

  it('prints three working curl commands', async () => {
    const lines = listCurlLines(second.text(), 'Worth trying:');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect((await runLine<unknown[]>(line)).length).toBeGreaterThan(0);
  });

  it("prints the demo collector's credentials and token, which work and stay the same at each start", async () => {
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

  it('prints the operator and the staff user, who can sign in with the printed password', async () => {
    const [, password = ''] = /password +(\S+)\n/.exec(second.text()) ?? [];
    expect(second.text()).toContain(`${pageOf(second.catalogue)}admin/ (as operator)\n`);
    const browser = openPageBrowser({ url: new URL(second.catalogue).origin });
    const form = await browser.open('/admin/sign-in');
    const operator = await browser.send(form, 'Sign in', { name: 'operator', password });
    expect([operator.status, operator.path]).toEqual([200, '/admin/']);
    expect(second.text()).toContain(`${pageOf(second.collection)}admin/ (as staff)\n`);
    const staff = await openBrowserSession(new URL(second.collection).origin).post('login/', {
      username: 'staff',
      password,
    });
    expect([staff.status, staff.body.user]).toMatchObject([200, { username: 'staff', is_staff: true }]);
  });

  it('prints a database URL that commands such as tokens show accept', async () => {
    const [, address = ''] = /collection +DATABASE_URL=(\S+)/.exec(second.text()) ?? [];
    const [, token = ''] = /token +(\S+)\n/.exec(second.text()) ?? [];
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: address };
    const run = promisify(execFile)('npm', ['run', '-s', 'collection', '--', 'tokens', 'show', 'demo'], {
      env,
    });
    expect((await run).stdout).toBe(`${token}\n`);
  });

  it('fills the demo collection only on the first run', () => {
    expect(first.text()).toContain('Filling the demo collection');
    expect(second.text()).not.toContain('Filling the demo collection');
  });

  it('prints curl commands for the demo collection that all work', async () => {
    const lines = listCurlLines(second.text(), 'The demo collection:');
    const [mine = '', signed = '', search = '', item = '', collections = '', archive = '', ...others] = lines;
    expect(others).toEqual([]);
    const { statistics } = await runLine<{ statistics: Statistics }>(mine);
    expect(statistics).toMatchObject({ total_items: 23, drafts: 1, signed: 2, replicas: 1, with_photos: 23 });
    expect(Object.keys(statistics.by_type).length).toBe(6);
    const shirts = await runLine<Envelope<ListedItem>>(signed);
    expect(shirts.results.map(({ season }) => season.year)).toEqual(['2003-04', '1998']);
    for (const shown of shirts.results) expect((await fetch(shown.main_photo)).status).toBe(200);
    const boca = await runLine<Envelope<ListedItem>>(search);
    expect(boca.results.map(({ club }) => club.name)).toEqual(['Boca Juniors', 'Boca Juniors']);
    const { photos, name } = await runLine<{ photos: Array<{ image: string }>; name: string }>(item);
    expect(name).toBe('Croatia home shirt 1998, Šuker 9, signed');
    expect(photos).toHaveLength(3);
    for (const { image } of photos) {
      expect((await fetch(image)).headers.get('Content-Type')).toBe('image/webp');
    }
    const { results } = await runLine<Envelope<{ username: string; item_count: number }>>(collections);
    expect(Object.fromEntries(results.map(({ username, item_count: count }) => [username, count]))).toEqual({
      demo: 21,
      iris: 5,
    });
    const kits = await runLine<{ results: unknown[] }>(archive);
    expect(kits.results.length).toBeGreaterThan(0);
  });

  it('creates AVIF renditions of the demo photos in the background', async () => {
    const [line = ''] = listCurlLines(second.text(), 'The demo collection:');
    const [token = ''] = /Token \w+/.exec(line) ?? [];
    await eventually(async () => {
      const response = await fetch(`${second.collection}/photos/`, { headers: { Authorization: token } });
      const photos: Array<{ image_avif: string | null }> = JSON.parse(await response.text());
      expect(photos).toHaveLength(36);
      // All of them would take a minute, and are made by the same job.
      expect(photos.filter(({ image_avif: avif }) => avif !== null).length).toBeGreaterThanOrEqual(3);
    }, 60_000);
  }, 90_000);

  it('prints three curl commands that scrape a collection from the stand-in archive', async () => {
    const lines = listCurlLines(second.text(), "A collector's kits");
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

  it('finds Bayern München by the keyword bayren', async () => {
    const clubs = await fetchJson<Array<{ name: string }>>(`${second.catalogue}/clubs/search?keyword=bayren`);
    expect(clubs.map(({ name }) => name)).toContain('FC Bayern München');
  });

  it("finds only Málaga's kits of 2002-03, 2003 and 2003-04 by the keyword malaga 2003", async () => {
    const kits = await fetchJson<Kit[]>(`${second.catalogue}/kits/search?keyword=malaga%202003`);
    expect(new Set(kits.map(({ season_year: year }) => year))).toEqual(
      new Set(['2002-03', '2003', '2003-04']),
    );
    expect(new Set(kits.map(({ team_name: team }) => team))).toEqual(new Set(['Málaga CF']));
  });

  it('finds nothing by the keyword %', async () => {
    for (const list of ['clubs', 'kits', 'brands', 'competitions']) {
      expect(await fetchJson(`${second.catalogue}/${list}/search?keyword=%25`)).toEqual([]);
    }
  });

  it('serves random clubs with crests', async () => {
    const { clubs } = await fetchJson<{ clubs: Array<{ slug: string; logo: string; kit_count: number }> }>(
      `${second.catalogue}/random-clubs/`,
    );
    expect(clubs).toHaveLength(20);
    for (const { logo } of clubs) {
      expect(logo).toMatch(/\/api\/clubs\/\d+\/crest\.svg$/);
      expect((await fetch(logo)).headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
    }
    const customClub = 'own-kits';
    expect(clubs.filter(({ slug, kit_count: kits }) => kits === 0 && slug !== customClub)).toEqual([]);
  });

  it('serves random kits with pictures', async () => {
    const { kits } = await fetchJson<{ kits: Kit[] }>(`${second.catalogue}/random-kits/`);
    expect(kits).toHaveLength(20);
    for (const { main_img_url: url } of kits) {
      const picture = await fetch(url);
      expect(picture.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
      expect(await picture.text()).toMatch(/^<svg .*<\/svg>\s*$/s);
    }
  });
});

interface Statistics {
  by_type: Record<string, number>;
}

interface Envelope<T> {
  results: T[];
}

interface ListedItem {
  club: { name: string };
  season: { year: string };
  main_photo: string;
}

interface Kit {
  main_img_url: string;
  season_year: string;
  team_name: string;
}

/** What others than the owner may read, write or enter, with its mode. */
function listOpenToOthers(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  const below = entry.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  const exposed = entry.mode & 0o077 ? [`${path} ${(entry.mode & 0o777).toString(8)}`] : [];
  return [...exposed, ...below.flatMap(listOpenToOthers)];
}

/** The lines with curl of the block that begins so. */
function listCurlLines(text: string, beginning: string): string[] {
  const block = text.split('\n\n').find((paragraph) => paragraph.trimStart().startsWith(beginning)) ?? '';
  return [...block.matchAll(/^ +(curl .*)$/gm)].map(([, line = '']) => line);
}

async function runLine<T = unknown>(line: string): Promise<T> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent --show-error --fail`]);
  return JSON.parse(stdout) as T;
}

async function fetchJson<T = unknown>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

function pageOf(address: string): string {
  return new URL('/', address).href;
}
