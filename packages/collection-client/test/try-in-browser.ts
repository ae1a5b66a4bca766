// By hand, where there is a Chromium: `node packages/collection-client/test/try-in-browser.ts [path of the browser]`
// packs the client, loads it through an import map from another origin than that of a real service, and prints what
// it answers there.
import { startTestServers } from '@kitroom/testing/test-servers';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { credentialsOf, startCollectionService } from './test-service.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const browser = process.argv[2] ?? 'chromium';
const PATIENCE_MS = 60_000;

const IMPORTS = {
  '@kitroom/collection-client': '/node_modules/@kitroom/collection-client/dist/index.js',
  '@kitroom/catalogue-client/contracts': '/node_modules/@kitroom/catalogue-client/dist/contracts/index.js',
  '@kitroom/client': '/node_modules/@kitroom/client/dist/index.js',
  '@kitroom/shared': '/node_modules/@kitroom/shared/dist/index.js',
  zod: '/node_modules/zod/index.js',
};

const SCRIPT = `
import { createCollectionClient, eachEntry } from '@kitroom/collection-client';

const { baseUrl, credentials } = await (await fetch('/settings')).json();
const told = {};
try {
  const open = createCollectionClient({ baseUrl });
  const { token } = await open.tokens.create(credentials);
  const client = createCollectionClient({ baseUrl, token });
  told.user = (await client.users.me()).username;
  for (const name of ['one', 'two', 'three']) {
    await client.items.create({ item_type: 'other', type: 'pin', name, brand: 2, is_private: true });
  }
  const { count, next, results } = await client.items.list({ ordering: 'name', page_size: 2 });
  told.page = { count, hasNext: next !== null, names: results.map(({ name }) => name) };
  told.all = [];
  for await (const { name } of eachEntry(client.items.list, { page_size: 2 })) told.all.push(name);
  const canvas = new OffscreenCanvas(3, 2);
  canvas.getContext('2d').fillRect(0, 0, 3, 2);
  const { width, height, image } = await client.photos.upload({ image: await canvas.convertToBlob() });
  told.photo = { width, height, type: (await fetch(image)).headers.get('content-type') };
  told.again = (await client.users.me()).username;
  const tell = ({ name, code, status, detail, fields, message }) =>
    ({ name, code, status, detail, fields, message });
  told.refused = await client.items.create({ item_type: 'jersey' }).catch(tell);
  told.missing = await client.items.get({ id: 999999 }).catch(tell);
  told.timeout = await client.users.me({ timeoutMs: 0.01 }).catch(tell);
  told.away = await createCollectionClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).health().catch(tell);
} catch (error) {
  told.error = String(error?.stack ?? error) + ' ' + JSON.stringify(error);
}
await fetch('/told', { method: 'POST', body: JSON.stringify(told, null, 2) });
`;

const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module" src="/script.js"></script>`;

const folder = mkdtempSync(join(tmpdir(), 'kitroom-browser-'));
const servers = await startTestServers();
try {
  process.stdout.write(`${await tryInBrowser()}\n`);
} finally {
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function tryInBrowser(): Promise<string> {
  install();
  const settings: Record<string, unknown> = {};
  const { promise, resolve } = Promise.withResolvers<string>();
  const app = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://app').pathname;
    if (path === '/told')
      request
        .setEncoding('utf8')
        .on('data', resolve)
        .on('end', () => response.end());
    else if (path === '/settings') response.end(JSON.stringify(settings));
    else if (path === '/') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (!path.endsWith('.js')) response.writeHead(404).end();
    else response.setHeader('content-type', 'text/javascript').end(readScript(path));
  });
  await new Promise<void>((listening) => {
    app.listen(0, '127.0.0.1', listening);
  });
  const address = app.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  // Nobody listens there: the service goes on without its catalogue.
  const service = await startCollectionService({ CORS_ORIGINS: origin, CATALOGUE_URL: 'http://127.0.0.1:1' });
  await service.signUp('ada');
  Object.assign(settings, { baseUrl: service.baseUrl, credentials: credentialsOf('ada') });
  const profile = `--user-data-dir=${join(folder, 'profile')}`;
  const shown = spawn(browser, ['--headless', '--no-sandbox', '--disable-gpu', profile, origin], {
    stdio: 'ignore',
  });
  const late = setTimeout(() => resolve('the browser told nothing'), PATIENCE_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    shown.kill();
    app.close();
    app.closeAllConnections();
    await service.close();
  }
}

function install(): void {
  const packed = execFileSync(process.execPath, [
    join(root, 'scripts/pack-client.mjs'),
    folder,
    'collection',
  ]);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...packed.toString().trim().split('\n')], {
    cwd: folder,
    stdio: 'ignore',
  });
}

function readScript(path: string): string | Buffer {
  return path === '/script.js' ? SCRIPT : readFileSync(join(folder, normalize(path)));
}
