import * as z from 'zod';
import { listKits } from '@kitroom/catalogue-client';
import { exampleList, readOrOmit, type FrontPage } from '@kitroom/server/pages/front-page';
import { html, type Html } from '@kitroom/server/pages/html';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import type { Config } from './config.ts';
import { toKitListItem } from './kits/kit-view.ts';
import { listKitPage } from './kits/list-kits.ts';
import { CATALOGUE_TITLE, CATALOGUE_VERSION, DOCS_PATH, SCHEMA_PATH } from './openapi.ts';
import type { Operators } from './operators/operator-credentials.ts';
import type { SearchIndex } from './search/index/open-index.ts';

const NEWEST_KITS = 14;
const NEWEST_KITS_PATH = `/api/kits?page_size=${NEWEST_KITS}`;

/** Example requests, keyed by description. */
const EXAMPLES = {
  'Find a club despite a typo': '/api/clubs/search?keyword=bayren',
  'Find kits by name and year': '/api/kits/search?keyword=malaga%202003',
  'List red kits with stripes': '/api/kits?primary_color=Red&design=Stripes',
  'List kits in random order': '/api/random-kits/',
};

/** The catalogue's page at `/`. */
export function frontPage(context: { config: Config; index: SearchIndex }, operators: Operators): FrontPage {
  const { PUBLIC_URL: publicUrl, SHOWCASE_URL: showcase, API_ENABLE_AUTH: needsKey } = context.config;
  return {
    publicUrl,
    showcase,
    name: CATALOGUE_TITLE,
    version: CATALOGUE_VERSION,
    summary: 'Football kits with their clubs, seasons, brands and competitions, as a JSON API.',
    listPaths: async () => ({
      documentation: DOCS_PATH,
      openapi: SCHEMA_PATH,
      health: '/api/health',
      ...((await readOrOmit(operators.exist())) ? { admin: `${ADMIN_ROOT}/` } : {}),
    }),
    showExamples: async (baseUrl) =>
      html`<h2>Try it</h2>
        ${needsKey && html`<p>Requests to the API need a key in <code>X-API-Key</code>.</p>`}
        ${exampleList(EXAMPLES, baseUrl)} ${await readOrOmit(showNewestKits(context, baseUrl))}`,
  };
}

/**
 * Shows drawn pictures, because the page's content security policy blocks images from other sites. They link
 * to the showcase if it is configured, otherwise to the API.
 */
async function showNewestKits(
  context: { config: Config; index: SearchIndex },
  baseUrl: string,
): Promise<Html | undefined> {
  const index = await context.index.read();
  const { rows } = listKitPage(index, z.parse(listKits.query, { page_size: NEWEST_KITS }));
  const kits = rows.map((row) => toKitListItem({ ...row, main_img_url: null }, baseUrl));
  if (kits.length === 0) return undefined;
  const { SHOWCASE_URL: showcase } = context.config;
  const pages = showcase === undefined ? `${baseUrl}/api/kits` : `${showcase}/kits`;
  return html`<h2>The newest kits</h2>
    <p>
      As listed by <a href="${baseUrl}${NEWEST_KITS_PATH}"><code>GET ${NEWEST_KITS_PATH}</code></a>
    </p>
    <ul class="gallery">
      ${kits.map(
        ({ id, name, main_img_url: picture }) =>
          html`<li>
            <a href="${pages}/${id}"><img src="${picture}" alt="" width="320" height="320" />${name}</a>
          </li>`,
      )}
    </ul>`;
}
