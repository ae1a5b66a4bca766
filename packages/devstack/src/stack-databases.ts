import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { runCommand } from './stack-commands.ts';
import type { ServiceName } from './stack-settings.ts';

/** How to run the services' commands. */
interface Commands {
  root: string;
  mains: Record<ServiceName, string>;
  stop: AbortSignal;
}

interface DemoSource {
  demoCatalogue: () => Iterable<string>;
  say: (text: string) => void;
}

/** Creates a service's database if it is missing, and migrates it. */
export async function migrate(
  service: ServiceName,
  { root, mains, stop }: Commands,
  postgres: EmbeddedPostgres,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await postgres.createDatabase(service);
  await runCommand({
    title: `migrating the ${service}’s database`,
    main: mains[service],
    args: ['migrate'],
    env,
    cwd: root,
    stop,
  });
}

/** Imports the demo catalogue. */
export async function loadDemo(
  { root, mains, stop, say, demoCatalogue }: Commands & DemoSource,
  env: NodeJS.ProcessEnv,
) {
  say('Loading the demo catalogue …');
  await runCommand({
    title: 'loading the demo catalogue',
    main: mains.catalogue,
    args: ['import', '-'],
    env,
    cwd: root,
    stop,
    input: demoCatalogue(),
  });
}
