import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const services = {
  catalogue: process.env['CATALOGUE_URL'] || 'http://localhost:4000',
  collection: process.env['COLLECTION_URL'] || 'http://localhost:4001',
};

/** In development `/config.json` names the services of `npm start`, or those that the variables name. */
const serveConfig: Plugin = {
  name: 'serve-config',
  configureServer(server) {
    server.middlewares.use('/config.json', (_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(services));
    });
  },
};

export default defineConfig({
  plugins: [react(), serveConfig],
  // Inlined pictures would need `data:` in the content security policy.
  build: {
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox119', 'safari17'],
    // The first load is one file: a dozen small ones would wait for each other on slow networks.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { host: 'localhost' },
});
