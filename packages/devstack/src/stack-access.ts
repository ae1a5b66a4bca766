import type { DemoCollection } from '@kitroom/demo/collection/demo-services';
import { ensureCatalogueKey } from './catalogue-key.ts';
import { ensureDemoCollector, type DemoCollector } from './demo-collector.ts';
import { ensureDemoOperator, ensureDemoStaff, type DemoStaff } from './demo-staff.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import * as settings from './stack-settings.ts';
import type { ServiceName } from './stack-settings.ts';

/** A service's environment. */
export type EnvironmentOf = (service: ServiceName) => NodeJS.ProcessEnv;

interface AccessOptions {
  root: string;
  mains: Record<ServiceName, string>;
  stop: AbortSignal;
  demoCollection: DemoCollection;
}

/** Credentials for the services and for the report. */
export interface Access {
  catalogueKey: string;
  demoCollector: DemoCollector | undefined;
  staff: DemoStaff;
}

/** Creates the catalogue's API key and the demo's accounts, unless they are there. */
export async function prepareAccess(
  { root, mains, stop, demoCollection }: AccessOptions,
  files: settings.StackFiles,
  postgres: EmbeddedPostgres,
  envOf: EnvironmentOf,
): Promise<Access> {
  const commandsOf = (service: ServiceName) => ({
    main: mains[service],
    env: envOf(service),
    cwd: root,
    stop,
  });
  const password = settings.ensureSecret(files.demoPassword);
  const [[catalogueKey, operator], demoCollector] = await Promise.all([
    Promise.all([
      ensureCatalogueKey(commandsOf('catalogue'), files.catalogueKey, postgres.url('catalogue')),
      ensureDemoOperator(password, commandsOf('catalogue'), postgres.url('catalogue')),
    ]),
    ensureDemoCollector(
      demoCollection.owners[0],
      commandsOf('collection'),
      { password, unfinishedFile: files.demoUnfinished },
      postgres.url('collection'),
    ),
  ]);
  // Afterwards, because the demo collector is created only while there are no users.
  const staff =
    demoCollector && (await ensureDemoStaff(password, commandsOf('collection'), postgres.url('collection')));
  return { catalogueKey, demoCollector, staff: { operator, staff } };
}
