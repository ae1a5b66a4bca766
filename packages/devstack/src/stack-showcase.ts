import { messageOf } from './devstack-error.ts';
import { serveShowcase, type ShowcaseServer, type ShowcaseSite } from './showcase-server.ts';

/** Builds the front end if its sources have changed, and returns the folder of the build. */
export type BuildShowcase = (stop: AbortSignal) => Promise<string>;

/** Builds and serves the showcase. The services do not need it: if it cannot be built, that is a warning. */
export async function openShowcase(
  build: BuildShowcase | undefined,
  services: ShowcaseSite['services'],
  listen: { host: string; port: number },
  { stop, warn }: { stop: AbortSignal; warn: (text: string) => void },
): Promise<ShowcaseServer | undefined> {
  try {
    const folder = await build?.(stop);
    return folder === undefined ? undefined : await serveShowcase({ folder, services }, listen);
  } catch (error) {
    stop.throwIfAborted();
    warn(`There is no showcase: ${messageOf(error)}`);
    return undefined;
  }
}
