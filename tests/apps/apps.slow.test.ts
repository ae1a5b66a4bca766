import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { npmStart, type Run } from '@kitroom/testing/npm-start';
import { packageEnv, usePackedClient } from '@kitroom/testing/packed-client';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { readQuickStart, type CodeBlock } from './read-quick-start.ts';

const MINUTE = 60_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const runFile = promisify(execFile);

let dataDir: string;
/** The folder that is empty when the quick start begins. */
let folder: string;
let services: Run;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kitroom-apps-'));
  folder = await mkdtemp(join(tmpdir(), 'kitroom-app-'));
  services = await npmStart(dataDir);
}, 2 * MINUTE);

afterAll(async () => {
  await services.interrupt();
  for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true });
}, MINUTE);

/** The address of a service without `/api`, as apps configure it. */
const addressOf = (service: 'catalogue' | 'collection') => services[service].replace(/\/api$/, '');

/** Code of the page with the clone and the addresses of this test in place of those that the page assumes. */
const adapt = (code: string) =>
  code
    .replaceAll('~/kitroom', root)
    .replaceAll('http://localhost:4000', addressOf('catalogue'))
    .replaceAll('http://localhost:4001', addressOf('collection'));

describeWithBrowser('docs/apps.md, "Quick start"', () => {
  let blocks: CodeBlock[];
  let vite: ChildProcess | undefined;
  let address = '';
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    blocks = await readQuickStart();
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => adapt(code));
    const [setVariable = '', install = '', start = ''] = commands;
    await runFile('bash', ['-ec', setVariable + install], { cwd: folder, env: packageEnv() });
    for (const { file, code } of blocks) if (file) await writeFile(join(folder, file), adapt(code));
    const port = await reserveTestPort();
    vite = spawn('bash', ['-c', `exec ${start.trim()} --port ${port} --strictPort`], {
      cwd: folder,
      env: packageEnv(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    address = await readAddress(vite);
    browser = await startBrowser();
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
  }, 3 * MINUTE);

  afterAll(async () => {
    await browser?.close();
    if (vite?.pid) process.kill(-vite.pid, 'SIGKILL');
  });

  it('leads from an empty folder to a page that searches kits and filters them by colour', async () => {
    await page.goto(address);
    const total = page.getByRole('status');
    await total.getByText(/^\d{4} kits$/).waitFor();
    await page.getByLabel('Search kits').fill('malaga');
    await total.getByText(/^\d{2} kits$/).waitFor();
    const color = page.getByLabel('Colour');
    const option = color.locator('option', { hasText: 'Black' });
    const [, count] = /\((\d+)\)/.exec((await option.textContent()) ?? '') ?? [];
    await color.selectOption('Black');
    await total.getByText(`${count} kits`, { exact: true }).waitFor();
    expect(await page.locator('#kits img').count()).toBe(Number(count));
    expect(await page.locator('#kits img').first().getAttribute('alt')).toContain('Málaga');
    expect(problems).toEqual([]);
  });

  it('contains curl commands that succeed', async () => {
    const commands = blocks.filter(({ language, code }) => language === 'sh' && code.startsWith('curl'));
    expect(commands).toHaveLength(1);
    for (const line of commands.flatMap(({ code }) => adapt(code).trim().split('\n'))) {
      const { stdout } = await runFile('bash', ['-c', line.replace('curl', 'curl --fail --silent')]);
      expect(JSON.parse(stdout)).not.toEqual([]);
    }
  });

  it('continues with examples/kit-browser, which has no type errors', async () => {
    await cp(join(root, 'examples/kit-browser'), join(folder, 'kit-browser'), { recursive: true });
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = runFile(process.execPath, [tsc, '-p', folder]);
    expect((await checked.catch((error: { stdout: string }) => error)).stdout).toBe('');
  });

  it('continues with examples/kit-browser, which searches, filters and loads more kits while scrolling', async () => {
    await page.goto(`${address}kit-browser/?catalogue=${addressOf('catalogue')}`);
    const kits = page.locator('#kits li');
    await kits.nth(59).waitFor();
    await kits.last().scrollIntoViewIfNeeded();
    await kits.nth(119).waitFor();
    await page.getByLabel('Search').fill('boca home');
    const total = page.getByRole('status');
    await total.getByText(/^\d{1,2} kits$/).waitFor();
    await page.getByLabel('Decade').selectOption({ index: 1 });
    const [, count] = /\((\d+)\)/.exec(await readChosen(page, 'Decade')) ?? [];
    await total.getByText(new RegExp(`^${count} kits?$`)).waitFor();
    await kits.nth(Number(count) - 1).waitFor();
    expect(await kits.count()).toBe(Number(count));
    expect(problems).toEqual([]);
  });
});

describe('examples/collection-copy', () => {
  const packed = usePackedClient('collection');
  let file: string;
  let auth: { Authorization: string; 'Content-Type': string };
  const token = () => /^ +token +(\S+)$/m.exec(services.text())?.[1] ?? '';

  beforeAll(async () => {
    await cp(join(root, 'examples/collection-copy'), packed.folder(), { recursive: true });
    file = join(packed.folder(), 'shirts.csv');
    auth = { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' };
  });

  /** Runs the program; resolves with its exit status and what it wrote. */
  const copy = (variables: Record<string, string> = {}) =>
    new Promise<[number | null, string]>((resolve) => {
      const env = {
        ...process.env,
        KITROOM_URL: addressOf('collection'),
        KITROOM_TOKEN: token(),
        ...variables,
      };
      const options = { cwd: packed.folder(), env };
      const child = execFile('node', ['copy-collection.mjs', 'shirts.csv'], options, (_error, out, err) =>
        resolve([child.exitCode, out + err]),
      );
    });
  const readRows = async () => (await readFile(file, 'utf8')).trim().split('\r\n');
  const send = async (method: string, path: string, body?: object) => {
    const options = { method, headers: auth, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${services.collection}${path}`, options);
    expect(response.ok).toBe(true);
    return response;
  };

  it(
    'copies all items, and then only added, changed and deleted items',
    async () => {
      const items = Number((await send('GET', '/items/?page_size=1')).headers.get('X-Total-Count'));
      expect(await copy()).toEqual([0, `shirts.csv: ${items} items, ${items} changes\n`]);
      expect(await readRows()).toHaveLength(items + 1);
      expect(await copy()).toEqual([0, `shirts.csv: ${items} items, 0 changes\n`]);
      const added = (await (
        await send('POST', '/items/', { item_type: 'other', name: '=A "scarf"' })
      ).json()) as {
        id: number;
      };
      await send('PATCH', '/items/4/', { condition: 3 });
      await send('DELETE', '/items/5/');
      expect(await copy()).toEqual([0, `shirts.csv: ${items} items, 3 changes\n`]);
      const rows = await readRows();
      expect(rows.find((row) => row.startsWith(`${added.id},`))).toContain(`"'=A ""scarf"""`);
      expect(rows.find((row) => row.startsWith('4,'))).toMatch(/,3,Šuker,9,/);
      expect(rows.some((row) => row.startsWith('5,'))).toBe(false);
    },
    MINUTE,
  );

  it('keeps its file and exits with 1 if the service rejects the token', async () => {
    await copy();
    const before = await readRows();
    const [status, output] = await copy({ KITROOM_TOKEN: 'wrong' });
    expect([status, output]).toEqual([1, expect.stringMatching(/^shirts\.csv is unchanged: .*401/)]);
    expect(await readRows()).toEqual(before);
  });
});

/** The address that Vite prints. */
async function readAddress(vite: ChildProcess): Promise<string> {
  let text = '';
  vite.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  for (const until = Date.now() + MINUTE; Date.now() < until; await delay(50)) {
    // eslint-disable-next-line no-control-regex
    const [, address] = /Local:\s+(\S+)/.exec(text.replaceAll(/\u001B\[\d*m/g, '')) ?? [];
    if (address) return address;
  }
  throw new Error(`vite printed no address: ${text}`);
}

async function readChosen(page: Page, label: string): Promise<string> {
  return (await page.getByLabel(label).locator('option:checked').textContent()) ?? '';
}

const TSCONFIG = {
  compilerOptions: {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  },
  include: ['kit-browser'],
};
