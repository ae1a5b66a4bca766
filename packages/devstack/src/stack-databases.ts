import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { queryOnce } from './query-once.ts';
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

/** How the logos begin that earlier versions of the demo embedded. */
const EMBEDDED_CREST =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0,0,32,32'%3E";

/** Replaces the logos that an earlier version of the demo embedded, and copies of them, by the URLs of crests. */
export async function replaceEmbeddedCrests(postgres: EmbeddedPostgres, catalogue: string): Promise<void> {
  for (const [service, base, change] of [
    ['catalogue', '', ', logo_dark = null'],
    ['collection', catalogue, ''],
  ] as const) {
    const sql = `update clubs set logo = $1 || '/api/clubs/' || id || '/crest.svg'${change} where starts_with(logo, $2)`;
    await queryOnce(postgres.url(service), sql, [base, EMBEDDED_CREST]);
  }
}
