import { exampleList, type FrontPage } from '@kitroom/server/pages/front-page';
import { html, type Html } from '@kitroom/server/pages/html';
import { COLOUR_HEX, DESIGNS, drawKit } from '@kitroom/shared';
import type { Config } from './config.ts';
import { COLLECTION_TITLE, COLLECTION_VERSION, DOCS_PATH, SCHEMA_PATH } from './openapi.ts';
import { ACCOUNTS_ROOT, ADMIN_ROOT } from './paths.ts';

/** Example requests that need no account, keyed by description. */
const EXAMPLES = {
  'List the clubs of public collections': '/archive/filters/?filter_type=club',
  'List the sizes of items': '/api/sizes/',
  'List the colours of items': '/api/colors/',
  'Show the limits of requests and uploads': '/api/limits/',
};

/** The collection service's page at `/`. */
export function frontPage(config: Config): FrontPage {
  return {
    publicUrl: config.PUBLIC_URL,
    showcase: config.SHOWCASE_URL,
    name: COLLECTION_TITLE,
    version: COLLECTION_VERSION,
    summary: 'Collections of football shirts: accounts, items, photos and statistics, as a JSON API.',
    listPaths: async () => ({
      ...(config.DEBUG ? { documentation: `${DOCS_PATH}/` } : {}),
      openapi: `${SCHEMA_PATH}/`,
      health: '/api/health',
      ...(config.ACCOUNT_PAGES ? { accounts: `${ACCOUNTS_ROOT}/` } : {}),
      admin: `${ADMIN_ROOT}/`,
    }),
    showExamples: (baseUrl) =>
      html`<h2>Try it</h2>
        ${exampleList(EXAMPLES, baseUrl)}
        <h2>Designs</h2>
        ${showDesigns(baseUrl)}`,
  };
}

function showDesigns(baseUrl: string): Html {
  const [primary, secondary] = [COLOUR_HEX.Green, [COLOUR_HEX.White, COLOUR_HEX.Gold]];
  return html`<ul class="gallery">
    ${DESIGNS.map((design) => {
      const picture = encodeURIComponent(drawKit({ title: design, design, primary, secondary }));
      return html`<li>
        <a href="${baseUrl}/api/designs/">
          <img src="data:image/svg+xml,${picture}" alt="" width="320" height="320" />${design}
        </a>
      </li>`;
    })}
  </ul>`;
}
