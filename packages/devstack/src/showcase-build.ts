import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from './devstack-error.ts';
import { runCommand } from './service-process.ts';
import type { ShowcaseServer, ShowcaseSite } from './showcase-server.ts';

/** Where the showcase listens, and the services that it uses. */
export interface ShowcasePlace {
  services: ShowcaseSite['services'];
  listen: { host: string; port: number };
}

/** Serves the showcase: a build, or its sources. */
export type OpenShowcase = (place: ShowcasePlace, stop: AbortSignal) => Promise<ShowcaseServer>;

/** Serves the showcase. Failure is only a warning, because the services do not need it. */
export async function tryShowcase(
  open: OpenShowcase | undefined,
  place: ShowcasePlace,
  { stop, warn }: { stop: AbortSignal; warn: (text: string) => void },
): Promise<ShowcaseServer | undefined> {
  try {
    return await open?.(place, stop);
  } catch (error) {
    stop.throwIfAborted();
    warn(`The showcase cannot be served: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * Builds the showcase for production, unless the last build has the same sources, and returns the folder of
 * the build. Errors: DevstackError with the last line of the compiler's output.
 */
export async function buildShowcase(root: string, stop: AbortSignal, note: (line: string) => void) {
  const folder = join(root, 'packages/showcase/dist');
  const stamp = join(folder, '.sources');
  const sources = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return folder;
  note('Building the showcase …');
  await runCommand({
    title: 'building the showcase',
    main: join(root, 'packages/showcase/node_modules/vite/bin/vite.js'),
    args: ['build', '--logLevel', 'error'],
    env: { ...process.env, NODE_ENV: 'production' },
    cwd: join(root, 'packages/showcase'),
    stop,
  });
  writeFileSync(stamp, sources);
  return folder;
}

/**
 * The sources of the build: the front end, the workspace packages that it bundles, and the versions of
 * others.
 */
const SOURCES = [
  'pnpm-lock.yaml',
  'packages/showcase/{package.json,vite.config.ts,index.html}',
  'packages/showcase/public/**/*.*',
  'packages/{showcase,catalogue-client,collection-client,client,shared}/src/**/*.*',
];

function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).toSorted()) {
    hash
      .update(
        `
${file}
`,
      )
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}
