import { Router, type Request, type RequestHandler, type Response } from 'express';
import { drawKit, getRoot, getService } from '@kitroom/shared';
import { entityTag } from '../cache/cache.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { endpoint, type Endpoint, type RequestContext } from '../http/endpoint.ts';
import { ServiceError } from '../http/errors.ts';
import { readBaseUrl, type PublicAddress } from '../http/request-context.ts';
import { sendBody, sendResponse } from '../http/send-body.ts';
import { html, type Html } from './html.ts';
import { renderDocument } from './layout.ts';
import { restrictContent, serveFile, STYLESHEET } from './page-headers.ts';
import { linkList } from './table.ts';

/** Information about a service for its page at `/`. */
export interface FrontPage extends PublicAddress {
  name: string;
  /** The version of its API. */
  version: string;
  /** A description in one or two sentences. */
  summary: string;
  /** The front end for people, if there is one. */
  showcase: string | undefined;
  /** Paths of its pages and documents, keyed as in `LABELS`. */
  listPaths(): Promise<Partial<Record<LinkName, string>>>;
  /** Renders a few examples. */
  showExamples(baseUrl: string): Promise<Html> | Html;
}

type LinkName = keyof typeof LABELS;

const LABELS = {
  documentation: 'Documentation',
  openapi: 'OpenAPI document',
  health: 'Health',
  accounts: 'Accounts',
  admin: 'Administration',
};

/** Nothing but this page is meant for search engines. */
const ROBOTS = 'User-agent: *\nAllow: /$\nDisallow: /\n';
const ICON = drawKit({ title: 'Kitroom', design: 'Plain', primary: '#17603A', secondary: ['#FFFFFF'] });

/**
 * Serves the page for browsers, `/favicon.ico` and `/robots.txt`. Other clients of `/` reach later routers.
 */
export function serveFrontPage(page: FrontPage): Router {
  const router = Router({ caseSensitive: true });
  router.get(`/${STYLESHEET}`, serveFile(STYLESHEET));
  router.get('/robots.txt', (request, response) =>
    sendBody(request, response.type('txt'), Buffer.from(ROBOTS)),
  );
  router.get('/favicon.ico', (request, response) => {
    response.set('Cache-Control', 'public, max-age=86400');
    return sendBody(request, response.type('svg'), Buffer.from(ICON));
  });
  router.get('/', skipUnlessHtml, restrictContent({}), sendFrontPage(page));
  return router;
}

function sendFrontPage(page: FrontPage): RequestHandler {
  return async (request, response) => {
    const baseUrl = readBaseUrl(request, page);
    const document = renderDocument(
      {
        title: page.name,
        body: await showPage(page, baseUrl),
        isWide: true,
        ...(page.showcase !== undefined && {
          actions: html`<a class="button primary" href="${page.showcase}/">Open the showcase</a>`,
        }),
      },
      {
        frame: { name: 'Kitroom', home: `${baseUrl}/`, navigation: [] },
        stylesheet: `${baseUrl}/${STYLESHEET}`,
        path: '/',
      },
    );
    const body = Buffer.from(document.text);
    await sendResponse(request, response, { body, etag: entityTag(body) }, 'text/html; charset=utf-8');
  };
}

/** Routes of `/` and `/api`, as JSON. */
export function frontPageRoutes(page: FrontPage): Endpoint[] {
  const describe = async (_input: unknown, { baseUrl }: RequestContext) => {
    const { name, version, showcase } = page;
    const paths = Object.entries(await page.listPaths());
    const links = Object.fromEntries(paths.map(([label, path]) => [label, `${baseUrl}${path}`]));
    return { name, version, links: showcase === undefined ? links : { showcase, ...links } };
  };
  return [endpoint(getRoot, describe), endpoint(getService, describe)];
}

/** Example requests, keyed by description, as links to their responses. */
export function exampleList(examples: Readonly<Record<string, string>>, baseUrl: string): Html {
  return html`<ul>
    ${Object.entries(examples).map(
      ([label, path]) =>
        html`<li>
          ${label}: <a href="${baseUrl}${path}"><code>GET ${path}</code></a>
        </li>`,
    )}
  </ul>`;
}

/**
 * Reads an optional part of the page; undefined while the database or another required service is
 * unavailable.
 */
export async function readOrOmit<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isDatabaseUnavailable(error) || (error instanceof ServiceError && error.code === 'unavailable'))
      return undefined;
    throw error;
  }
}

function skipUnlessHtml(request: Request, response: Response, next: (router?: 'router') => void): void {
  response.vary('Accept');
  next(request.get('Accept')?.includes('text/html') ? undefined : 'router');
}

async function showPage(page: FrontPage, baseUrl: string): Promise<Html> {
  const paths = Object.entries(await page.listPaths());
  const links = paths.map(([name, path]) => [`${baseUrl}${path}`, LABELS[name as LinkName]] as const);
  return html`<p>${page.summary}</p>
    <p>API version ${page.version}.</p>
    ${linkList(Object.fromEntries(links))} ${await page.showExamples(baseUrl)}`;
}
