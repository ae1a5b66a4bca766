import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCollection } from '@kitroom/demo/collection/fill-demo-collection';
import { prepareAccess, type Access } from './demo-accounts.ts';
import { codeOf, DevstackError } from './devstack-error.ts';
import { startPostgres, stopLeftoverPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { chooseStackPorts, type StackPorts } from './ports.ts';
import { takeProcessLock, type ProcessLock } from './process-lock.mjs';
import { queryOnce } from './query-once.ts';
import { endRememberedProcesses } from './remembered-processes.ts';
import { runCommand, type ServiceAccess } from './service-process.ts';
import { tryShowcase, type OpenShowcase } from './showcase-build.ts';
import type { ShowcaseServer } from './showcase-server.ts';
import { fillDemo, findShowpiece, FOR_FILLING } from './stack-demo.ts';
import { graceMs, listAddresses, serviceEnvironment, toAddress } from './stack-environment.ts';
import { describeStack } from './stack-report.ts';
import {
  startService,
  stopService,
  stopServices,
  withLastLines,
  type RunningServices,
} from './stack-services.ts';
import * as settings from './stack-settings.ts';
import type { ServiceName, StackFiles, StackProcessName } from './stack-settings.ts';

/** Options of `npm start`. */
export interface StackOptions {
  /** The services' working directory. */
  root: string;
  /** Contains databases, keys and logs across runs. */
  dataDir: string;
  /** Passed to the services, with ports, databases and keys added. */
  env: NodeJS.ProcessEnv;
  /** Each service's main.ts, for running commands. */
  mains: Record<ServiceName, string>;
  /** The initial content of the catalogue: lines of the import format. */
  demoCatalogue: () => Iterable<string>;
  /** The initial content of the collection service. */
  demoCollection: DemoCollection;
  /** Default: no showcase. */
  openShowcase?: OpenShowcase;
  /** Restarts each service when its sources change. */
  watch?: boolean;
  say: (text: string) => void;
  warn: (text: string) => void;
  /** Stops everything gracefully. */
  stop: AbortSignal;
  /** Stops everything immediately. */
  hurry: AbortSignal;
}

const standInArchive = join(import.meta.dirname, 'stand-in-archive/stand-in-archive.ts');

interface Running {
  postgres?: EmbeddedPostgres;
  showcase?: ShowcaseServer | undefined;
  services: RunningServices;
}

type Plan = ReturnType<typeof planServices>;

/**
 * Runs PostgreSQL, both services and, unless ARCHIVE_BASE_URL is set, the stand-in archive, until stopped or
 * one of them exits. Resolves with the exit status when everything has stopped: 0 if that was requested.
 */
export async function runStack(options: StackOptions): Promise<number> {
  const files = settings.stackFiles(options.dataDir);
  const lock = takeLock(options.dataDir, files.lock);
  if (!lock.taken) {
    options.warn(`npm start is already running here, as process ${lock.heldBy}; stop it first`);
    return 1;
  }
  const running: Running = { services: new Map() };
  const failed = new AbortController();
  try {
    const stop = AbortSignal.any([options.stop, failed.signal]);
    options.say(await startAll({ ...options, stop }, files, running));
    await waitForFirstExit(options.stop, running);
    return 0;
  } catch (error) {
    failed.abort();
    if (options.stop.aborted) return 0;
    if (!(error instanceof DevstackError)) throw error;
    options.warn(error.message);
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

async function startAll(options: StackOptions, files: StackFiles, running: Running): Promise<string> {
  const { env, say, stop } = options;
  const host = env.HOST || '127.0.0.1';
  const endedCount = await endRememberedProcesses(files.services, graceMs(env));
  if ((await stopLeftoverPostgres(files.postgres)) || endedCount > 0)
    say('Stopped processes that a killed run had left behind.');
  settings.restrictPermissions(options.dataDir, files);
  const ports = await chooseStackPorts(env, host, say);
  stop.throwIfAborted();

  const postgres = await startPostgres({ dataDir: files.postgres, port: ports.postgres });
  running.postgres = postgres;
  const plan = planServices(options, files, { host, ports, postgres });
  await prepareDatabases(options, postgres, plan.commands);
  const access = await prepareAccess(plan.commands, options.demoCollection.owners[0], files, env);
  const { addresses, commands } = plan;
  // Starts before the catalogue, which resumes its active scrapes of the archive.
  if (addresses.archive !== undefined) {
    await startService('archive', options, files, running.services, {
      main: standInArchive,
      env: { ...env, HOST: host, PORT: String(ports.archive) },
      healthUrl: addresses.archive,
    });
  }
  await startServices(options, files, running.services, plan, access);
  const place = { services: addresses, listen: { host, port: ports.showcase } };
  running.showcase = await tryShowcase(options.openShowcase, place, options);
  const showpiece = access.demoCollector && (await findShowpiece(commands.collection, access.demoCollector));
  return describeStack({
    ...access,
    addresses,
    hasShowcase: running.showcase !== undefined,
    isWatching: options.watch === true,
    showpiece,
    databaseUrls: { catalogue: postgres.url('catalogue'), collection: postgres.url('collection') },
    metrics: settings.serviceNames
      .flatMap((service) => ports[`${service}Metrics`] ?? [])
      .map((port) => toAddress(host, port)),
    // Printed only if generated.
    secretKey: env.SECRET_KEY ? undefined : plan.environments.collection.SECRET_KEY,
    logs: [...running.services.keys()].map(files.log),
    debug: /^(?:true|1|yes|on)$/i.test(env.DEBUG || 'true'),
    keysNeeded: /^(?:true|1|yes)$/i.test(env.API_ENABLE_AUTH ?? ''),
    origins: {
      catalogue: plan.environments.catalogue.CORS_ORIGINS ?? '',
      collection: plan.environments.collection.CORS_ORIGINS ?? '',
    },
  });
}

/** Determines where the services listen, and their environments and commands. */
function planServices(
  { root, mains, env, stop }: StackOptions,
  files: StackFiles,
  { host, ports, postgres }: { host: string; ports: StackPorts; postgres: EmbeddedPostgres },
) {
  const addresses = listAddresses(host, ports);
  const secretKey = settings.ensureSecretKey(env, files.secretKey);
  const environmentOf = (service: ServiceName) => {
    const databaseUrl = postgres.url(service);
    return serviceEnvironment(service, env, files, { host, ports, addresses, databaseUrl, secretKey });
  };
  const environments = { catalogue: environmentOf('catalogue'), collection: environmentOf('collection') };
  const accessTo = (service: ServiceName): ServiceAccess => ({
    databaseUrl: postgres.url(service),
    run: (title, args, input) =>
      runCommand({ title, args, input, main: mains[service], env: environments[service], cwd: root, stop }),
  });
  const commands = { catalogue: accessTo('catalogue'), collection: accessTo('collection') };
  return { addresses, environments, commands };
}

/** Creates and migrates the databases, and fills an empty catalogue. */
async function prepareDatabases(
  { say, demoCatalogue }: StackOptions,
  postgres: EmbeddedPostgres,
  commands: Record<ServiceName, ServiceAccess>,
): Promise<void> {
  const migrations = settings.serviceNames.map(async (service) => {
    await postgres.createDatabase(service);
    await commands[service].run(`migrating the ${service}’s database`, ['migrate']);
  });
  await Promise.all(migrations);
  const { databaseUrl, run } = commands.catalogue;
  const kits = await queryOnce(databaseUrl, 'select 1 from kits limit 1');
  if (kits.length > 0) return;
  say('Loading the demo catalogue …');
  await run('loading the demo catalogue', ['import', '-'], demoCatalogue());
}

/** Starts both services, and fills the demo collection in between if necessary. */
async function startServices(
  options: StackOptions,
  files: StackFiles,
  services: RunningServices,
  { addresses, environments, commands }: Plan,
  { catalogueKey, demoCollector }: Access,
): Promise<void> {
  const { catalogue, collection } = addresses;
  const { mains, stop, hurry, say, warn, env } = options;
  const start = (service: ServiceName, name: StackProcessName = service, more: NodeJS.ProcessEnv = {}) =>
    startService(name, options, files, services, {
      main: mains[service],
      env: {
        ...environments[service],
        ...(service === 'collection' && !env.CATALOGUE_API_KEY_FILE
          ? { CATALOGUE_API_KEY: catalogueKey }
          : {}),
        ...more,
      },
      healthUrl: `${addresses[service]}/api/health`,
    });
  if (demoCollector && existsSync(files.demoUnfinished)) {
    say('Filling the demo collection …');
    await fillDemo({
      demo: options.demoCollection,
      collector: demoCollector,
      collection: commands.collection,
      unfinishedFile: files.demoUnfinished,
      services: { catalogue, collection, catalogueKey },
      startCatalogue: () => start('catalogue'),
      open: () => start('collection', 'demo-collection', FOR_FILLING),
      close: () => stopService('demo-collection', services, graceMs(env), hurry),
      stop,
      warn,
    });
  }
  const waiting = settings.serviceNames.filter((service) => !services.has(service));
  await Promise.all(waiting.map((service) => start(service)));
}

async function waitForFirstExit(stop: AbortSignal, { postgres, services }: Running): Promise<void> {
  const ends = [...services].map(async ([name, { process }]) => {
    const { status, signal } = await process.ended;
    return withLastLines(`the ${name} has exited unexpectedly (${signal ?? `status ${status}`})`, process);
  });
  const stopped = new Promise<undefined>((resolve) => {
    stop.addEventListener('abort', () => resolve(undefined));
    if (stop.aborted) resolve(undefined);
  });
  const postgresEnd = postgres?.ended.then(() => 'PostgreSQL has exited unexpectedly');
  const reason = await Promise.race([stopped, ...ends, ...(postgresEnd ? [postgresEnd] : [])]);
  if (reason !== undefined && !stop.aborted) throw new DevstackError(reason);
}

// Stops the services first, because they need the database to finish their requests.
async function stopAll(
  { env, hurry }: StackOptions,
  { showcase, postgres, services }: Running,
): Promise<void> {
  await showcase?.close();
  await stopServices(services, graceMs(env), hurry);
  await postgres?.stop(hurry);
}
