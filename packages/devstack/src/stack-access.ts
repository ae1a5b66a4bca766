import { existsSync, readFileSync } from 'node:fs';
import type { DemoCollection } from '@kitroom/demo/collection/demo-services';
import {
  ensureDemoOperator,
  ensureDemoStaff,
  type DemoStaff,
  ensureDemoCollector,
  type DemoCollector,
} from './demo-collector.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { writeSecret } from './postgres-cluster.ts';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';
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

/**
 * The API key with which the collection service calls the catalogue. It has no rate limit, because requests would
 * otherwise count together with other local clients. Returns the environment's key, else the one stored in the file,
 * which is replaced if the catalogue does not know it.
 */
async function ensureCatalogueKey(
  commands: Pick<StackCommand, 'main' | 'env' | 'cwd' | 'stop'>,
  file: string,
  databaseUrl: string,
): Promise<string> {
  const { CATALOGUE_API_KEY: chosen } = commands.env;
  if (chosen) return chosen;
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '' && (await isValid(databaseUrl, kept))) return kept;
  const args = ['keys', 'create', '--name', 'collection', '--rate-limit', 'none'];
  const title = 'creating the collection’s API key';
  const key = (await runCommand({ ...commands, title, args })).trim();
  writeSecret(file, key);
  return key;
}

// With API keys turned off, the catalogue ignores invalid ones.
async function isValid(databaseUrl: string, key: string): Promise<boolean> {
  const rows = await queryOnce(
    databaseUrl,
    `select 1 from api_keys
     where key_hash = sha256($1::bytea) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [Buffer.from(key)],
  );
  return rows.length > 0;
}
