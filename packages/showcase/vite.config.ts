import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const services = {
  catalogue: process.env['CATALOGUE_URL'] || 'http://localhost:4000',
  collection: process.env['COLLECTION_URL'] || 'http://localhost:4001',
};

/** In development, `/config.json` contains the URLs of `npm start`, or those of the environment variables. */
const serveConfig: Plugin = {
  name: 'serve-config',
  configureServer(server) {
    server.middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(services));
    });
  },
};

/** Tags for the previews of share links in messengers. The same for every link, because links are secrets. */
const SHARED_TAGS = `
    <meta name="robots" content="noindex" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Kitroom" />
    <meta property="og:title" content="A shared football shirt collection" />
    <meta property="og:image" content="/preview.jpg" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="A wall of football shirts" />
    <meta name="twitter:card" content="summary_large_image" />`;

/**
 * Adds the page for `/s/…`. The server must make the URL of its picture absolute, as messengers require.
 */
const addSharedPage: Plugin = {
  name: 'add-shared-page',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') return this.error('there is no index.html to copy');
    const source = String(page.source).replace('<head>', `<head>${SHARED_TAGS}`);
    this.emitFile({ type: 'asset', fileName: 'shared.html', source });
  },
};

export default defineConfig({
  plugins: [react(), serveConfig, addSharedPage],
  experimental: {
    // Scripts and styles refer to each other by relative paths. Pages are served at any depth, so their paths
    // start at the root of the host.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    // Inlined pictures would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // All target browsers support module preloading.
    modulePreload: { polyfill: false },
    target: ['chrome120', 'firefox119', 'safari17'],
    // The first load is one file, because a dozen small ones would wait for each other on slow networks.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { host: 'localhost' },
});
