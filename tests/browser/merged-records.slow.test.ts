import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as esbuild from 'esbuild';
import type { Browser } from 'playwright-core';
import { listen } from '@kitroom/testing/local-server';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';

const CLUB = { id: 2, name: 'Ajax', slug: 'ajax', logo: 'https://a/logo', logo_dark: null, country: 'NL' };
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Script of a page that exposes the catalogue client as the global `client`. */
const BUNDLE = `import { createCatalogueClient } from '@kitroom/catalogue-client';
  globalThis.getClub = async (options, club_id) => {
    try {
      return (await createCatalogueClient(options).clubs.get({ club_id })).id;
    } catch ({ code }) {
      return code;
    }
  };`;

describeWithBrowser('the catalogue client in a browser, for a club that was merged', () => {
  const servers: Server[] = [];
  const requested: string[] = [];
  let browser: Browser;
  let baseUrl: string;
  let elsewhere: string;

  beforeAll(async () => {
    browser = await startBrowser();
    elsewhere = await open(respondWithClub);
    baseUrl = await open((request, response) => {
      const moved: Record<string, string> = {
        '/api/clubs/1': '/api/clubs/2',
        '/api/clubs/3': `${elsewhere}/api/clubs/2`,
      };
      const location = moved[request.url ?? ''];
      if (location === undefined || request.method === 'OPTIONS') return respondWithClub(request, response);
      response.writeHead(301, { ...CORS, location }).end();
    });
  });

  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close();
  });

  async function open(listener: RequestListener): Promise<string> {
    const server = createServer((request, response) => {
      requested.push(`${request.method} ${request.headers.host}${request.url}`);
      listener(request, response);
    });
    servers.push(server);
    return listen(server);
  }

  /** Opens a page of another origin, and gets a club there. */
  async function getClub(id: number, apiKey?: string): Promise<unknown> {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: BUNDLE, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
    });
    const page = await browser.newPage();
    try {
      await page.goto(`${elsewhere}/page`);
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      const call = `getClub(${JSON.stringify({ baseUrl, apiKey, retries: 0 })}, ${id})`;
      return await page.evaluate<unknown>(call);
    } finally {
      await page.close();
    }
  }

  it('follows the redirect from the old id without an API key', async () => {
    expect(await getClub(1)).toBe(2);
  });

  it('reports "moved" with an API key, and sends no request to another host', async () => {
    expect(await getClub(1, 'kr_secret')).toBe('moved');
    requested.length = 0;
    expect(await getClub(3, 'kr_secret')).toBe('moved');
    expect(
      requested.filter((line) => line.includes('/api/') && line.includes(new URL(elsewhere).host)),
    ).toEqual([]);
  });

  it('rejects a redirect to another origin', async () => {
    expect(await getClub(3)).toBe('http');
  });
});

const respondWithClub: RequestListener = (request, response) => {
  if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Page');
  else response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end(JSON.stringify(CLUB));
};
