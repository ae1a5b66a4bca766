import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDemoCollector } from './demo-collector.ts';
import { codeOf, DevstackError } from './devstack-error.ts';
import { startPostgres, stopLeftoverPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { checkPort, choosePorts } from './ports.ts';
import { takeProcessLock, type ProcessLock } from './process-lock.mjs';
import { endRememberedProcesses } from './remembered-processes.ts';
import { hasNoKits, runCommand } from './stack-commands.ts';
import { describeStack } from './stack-report.ts';
import { startService, stopServices, withLastLines, type RunningServices } from './stack-services.ts';
import * as settings from './stack-settings.ts';
import type { ServiceName } from './stack-settings.ts';

/** What `npm start` runs, and with what. */
export interface StackOptions {
  /** Where the services run. */
  root: string;
  /** Keeps databases, keys and logs from run to run. */
  dataDir: string;
  /** Handed on to the services, with their ports, databases and keys put in. */
  env: NodeJS.ProcessEnv;
  /** Each service's main.ts, with the commands migrate and serve; the catalogue's also with import. */
  mains: Record<ServiceName, string>;
  /** What an empty catalogue is filled with: lines of the import format. */
  demoCatalogue: () => Iterable<string>;
  say: (text: string) => void;
  complain: (text: string) => void;
  /** Ends everything cleanly. */
  stop: AbortSignal;
  /** Ends everything at once. */
  hurry: AbortSignal;
}

const standInArchive = join(import.meta.dirname, 'stand-in-archive/main.ts');

interface Running {
  postgres?: EmbeddedPostgres;
  services: RunningServices;
}

/**
 * Starts PostgreSQL, a stand-in archive unless another is chosen, and both services, and keeps them until it is told
 * to stop or one of them ends. Resolves with the exit status when nothing runs any more: 0 when it was told to stop.
 */
export async function runStack(options: StackOptions): Promise<number> {
  const files = settings.stackFiles(options.dataDir);
  const lock = takeLock(options.dataDir, files.lock);
  if (!lock.taken) {
    options.complain(`npm start runs here already, as process ${lock.heldBy}; stop it first`);
    return 1;
  }
  const running: Running = { services: new Map() };
  const failed = new AbortController();
  try {
    const stop = AbortSignal.any([options.stop, failed.signal]);
    options.say(await startAll({ ...options, stop }, files, running));
    await untilOneEnds(options.stop, running);
    return 0;
  } catch (error) {
    failed.abort();
    if (options.stop.aborted) return 0;
    if (!(error instanceof DevstackError)) throw error;
    options.complain(error.message);
    return 1;
  } finally {
    if (options.stop.aborted) options.say('Stopping …');
    await stopAll(options, running);
    rmSync(files.services, { force: true });
    lock.release();
  }
}

function takeLock(dataDir: string, file: string): ProcessLock {
  try {
    return takeProcessLock(file);
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    throw new DevstackError(
      `${dataDir} belongs to another user, perhaps from a run as root: run as that user, or remove it`,
    );
  }
}

async function startAll(
  options: StackOptions,
  files: settings.StackFiles,
  running: Running,
): Promise<string> {
  const { env, say, stop } = options;
  const host = env.HOST || '127.0.0.1';
  const left = await endRememberedProcesses(files.services, settings.graceMs(env));
  if ((await stopLeftoverPostgres(files.postgres)) || left > 0) say('Stopped what a killed run had left.');
  const wishes = settings.portWishes(env);
  const [postgresPort = 0, cataloguePort = 0, collectionPort = 0, archivePort] = await choosePorts(
    wishes,
    (port, wish) => checkPort(port, wish === wishes[0] ? '127.0.0.1' : host),
    say,
  );
  stop.throwIfAborted();

  const postgres = await startPostgres({ dataDir: files.postgres, port: postgresPort });
  running.postgres = postgres;
  const ports = { catalogue: cataloguePort, collection: collectionPort };
  const secretKey = settings.ensureSecretKey(env, files.secretKey);
  const addresses = {
    catalogue: settings.toAddress(host, ports.catalogue),
    collection: settings.toAddress(host, ports.collection),
    ...(archivePort === undefined ? {} : { archive: settings.toAddress(host, archivePort) }),
  };
  const envOf = (service: ServiceName): NodeJS.ProcessEnv => ({
    ...env,
    ...(addresses.archive === undefined ? {} : { ARCHIVE_BASE_URL: addresses.archive }),
    HOST: host,
    PORT: String(ports[service]),
    DATABASE_URL: postgres.url(service),
    SECRET_KEY: secretKey,
    CATALOGUE_URL: addresses.catalogue,
  });
  await Promise.all(
    settings.serviceNames.map((service) => migrate(service, options, postgres, envOf(service))),
  );
  if (await hasNoKits(postgres.url('catalogue'))) await loadDemo(options, envOf('catalogue'));
  const demoCollector = await ensureDemoCollector({
    main: options.mains.collection,
    env: envOf('collection'),
    cwd: options.root,
    stop,
    databaseUrl: postgres.url('collection'),
    passwordFile: files.demoPassword,
  });

  // Before the catalogue, which goes on with the scrapes it has left.
  if (addresses.archive !== undefined) {
    await startService('archive', options, files, running.services, {
      main: standInArchive,
      env: { ...env, HOST: host, PORT: String(archivePort) },
      healthUrl: addresses.archive,
    });
  }
  await Promise.all(
    settings.serviceNames.map((service) =>
      startService(service, options, files, running.services, {
        main: options.mains[service],
        env: envOf(service),
        healthUrl: `${addresses[service]}/api/health`,
      }),
    ),
  );
  return describeStack({
    addresses,
    demoCollector,
    databaseUrls: { catalogue: postgres.url('catalogue'), collection: postgres.url('collection') },
    logs: [...running.services.keys()].map(files.log),
    keysNeeded: /^(true|1|yes)$/i.test(env.API_ENABLE_AUTH ?? ''),
  });
}

async function migrate(
  service: ServiceName,
  { root, mains, stop }: StackOptions,
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

async function loadDemo({ root, mains, stop, say, demoCatalogue }: StackOptions, env: NodeJS.ProcessEnv) {
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

async function untilOneEnds(stop: AbortSignal, { postgres, services }: Running): Promise<void> {
  const ends = [...services].map(async ([name, { process }]) => {
    const { status, signal } = await process.ended;
    return withLastLines(`the ${name} has ended by itself (${signal ?? `status ${status}`})`, process);
  });
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined));
    if (stop.aborted) resolve(undefined);
  });
  const postgresEnd = postgres?.ended.then(() => 'PostgreSQL has ended by itself');
  const reason = await Promise.race([stopped, ...ends, ...(postgresEnd ? [postgresEnd] : [])]);
  if (reason !== undefined && !stop.aborted) throw new DevstackError(reason);
}

// The services first: they finish their requests, for which they need the database.
async function stopAll({ env, hurry }: StackOptions, { postgres, services }: Running): Promise<void> {
  await stopServices(services, settings.graceMs(env), hurry);
  await postgres?.stop(hurry);
}
