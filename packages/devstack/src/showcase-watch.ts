import { join } from 'node:path';
import { spawnService, waitForHealth } from './service-process.ts';
import type { ShowcasePlace } from './showcase-build.ts';
import type { ShowcaseServer } from './showcase-server.ts';
import { toAddress } from './stack-environment.ts';

/** Short, because Vite closes its connections immediately. */
const GRACE_MS = 5000;

/** Serves the front end's sources with Vite, which shows each change immediately. */
export async function watchShowcase(
  root: string,
  { services, listen: { host, port } }: ShowcasePlace,
  stop: AbortSignal,
  warn: (text: string) => void,
): Promise<ShowcaseServer> {
  const folder = join(root, 'packages/showcase');
  const vite = spawnService({
    main: join(folder, 'node_modules/vite/bin/vite.js'),
    args: [
      '--host',
      host,
      '--port',
      String(port),
      '--strictPort',
      '--clearScreen',
      'false',
      '--logLevel',
      'warn',
    ],
    env: { ...process.env, CATALOGUE_URL: services.catalogue, COLLECTION_URL: services.collection },
    cwd: folder,
    onLine: (line) => line.trim() && warn(`showcase: ${line}`),
  });
  const close = async () => void (await vite.stop(GRACE_MS));
  try {
    await waitForHealth(vite, toAddress(host, port), 60_000, { stop });
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
