// `npm start`: runs the whole system on a machine that only has Node.js. With `--watch` (`npm run dev`),
// changed sources take effect immediately.
import { join, resolve } from 'node:path';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { DEMO_OWNERS } from '@kitroom/demo/collection/demo-owners';
import { messageOf } from './devstack-error.ts';
import { buildShowcase } from './showcase-build.ts';
import { serveShowcase } from './showcase-server.ts';
import { watchShowcase } from './showcase-watch.ts';
import { dataFolder } from './stack-settings.ts';
import { runStack } from './stack.ts';

const root = resolve(import.meta.dirname, '../../..');
const say = (text: string) => void process.stdout.write(`${text}\n`);
const warn = (text: string) => void process.stderr.write(`${text}\n`);
const isWatching = process.argv.includes('--watch');
const stop = new AbortController();
const hurry = new AbortController();

// The data folder contains secrets, e-mails and photos, so new files are private to the user.
process.umask(0o077);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => (stop.signal.aborted ? hurry : stop).abort());
}
// An error means that the terminal was closed, or that the process reading the output has ended.
process.stdout.on('error', () => stop.abort());
process.stderr.on('error', () => stop.abort());

try {
  process.exitCode = await runStack({
    root,
    dataDir: dataFolder(root, process.env),
    env: process.env,
    mains: {
      catalogue: join(root, 'services/catalogue/src/main.ts'),
      collection: join(root, 'services/collection/src/main.ts'),
    },
    demoCatalogue: writeDemoCatalogue,
    demoCollection: {
      owners: DEMO_OWNERS,
      // The code that uploads the collection is loaded only when needed.
      complete: async (services, signal) => {
        const { fillDemoCollection } = await import('@kitroom/demo/collection/fill-demo-collection');
        await fillDemoCollection(services, signal);
      },
    },
    openShowcase: async (place, until) =>
      isWatching
        ? watchShowcase(root, place, until, warn)
        : serveShowcase({ ...place, folder: await buildShowcase(root, until, say) }, place.listen),
    watch: isWatching,
    say,
    warn,
    stop: stop.signal,
    hurry: hurry.signal,
  });
} catch (error) {
  process.stderr.write(`${isWatching ? 'npm run dev' : 'npm start'} failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
