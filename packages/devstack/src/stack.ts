import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findShowpiece } from './demo-collector.ts';
import { codeOf, DevstackError } from './devstack-error.ts';
import { startPostgres, stopLeftoverPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { takeProcessLock, type ProcessLock } from './process-lock.mjs';
import { endRememberedProcesses } from './remembered-processes.ts';
import { prepareAccess, type Access, type EnvironmentOf } from './stack-access.ts';
import { hasNoKits } from './stack-commands.ts';
import { loadDemo, migrate, replaceEmbeddedCrests } from './stack-databases.ts';
import { describeStack } from './stack-report.ts';
import type { DemoCollection } from '@kitroom/demo/collection/demo-services';
import type { ShowcaseServer } from './showcase-server.ts';
import { fillDemo, FOR_FILLING } from './stack-demo.ts';
import { openShowcase, type BuildShowcase } from './showcase-build.ts';
import {
  startService,
  stopService,
  stopServices,
  withLastLines,
  type RunningServices,
} from './stack-services.ts';
import { chooseStackPorts } from './ports.ts';
import * as settings from './stack-settings.ts';
import type { ServiceName, StackProcessName } from './stack-settings.ts';

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
  buildShowcase?: BuildShowcase;
  say: (text: string) => void;
  warn: (text: string) => void;
  /** Stops everything gracefully. */
  stop: AbortSignal;
  /** Stops everything immediately. */
  hurry: AbortSignal;
}

const standInArchive = join(import.meta.dirname, 'stand-in-archive/main.ts');

interface Running {
  postgres?: EmbeddedPostgres;
  showcase?: ShowcaseServer | undefined;
  services: RunningServices;
}

/**
 * Starts PostgreSQL, the stand-in archive unless another one is configured, and both services, until stopped or one of
 * them exits. Resolves with the exit status when everything has stopped: 0 if that was requested.
 */
export async function runStack(options: StackOptions): Promise<number> {
  const files = settings.stackFiles(options.dataDir);
  const lock = takeLock(options.dataDir, files.lock);
  if (!lock.taken) {
    options.warn(`npm start runs here already, as process ${lock.heldBy}; stop it first`);
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

async function startAll(
  options: StackOptions,
  files: settings.StackFiles,
  running: Running,
): Promise<string> {
  const { env, say, stop } = options;
  const host = env.HOST || '127.0.0.1';
  const left = await endRememberedProcesses(files.services, settings.graceMs(env));
  if ((await stopLeftoverPostgres(files.postgres)) || left > 0) say('Stopped what a killed run had left.');
  settings.restrictPermissions(options.dataDir, files);
  const ports = await chooseStackPorts(env, host, say);
  stop.throwIfAborted();

  const postgres = await startPostgres({ dataDir: files.postgres, port: ports.postgres });
  running.postgres = postgres;
  const secretKey = settings.ensureSecretKey(env, files.secretKey);
  const addresses = {
    catalogue: settings.toAddress(host, ports.services.catalogue),
    collection: settings.toAddress(host, ports.services.collection),
    ...(ports.archive === undefined ? {} : { archive: settings.toAddress(host, ports.archive) }),
  };
  const showcase = settings.toAddress(host, ports.showcase);
  const envOf = (service: ServiceName): NodeJS.ProcessEnv => ({
    ...env,
    CORS_ORIGINS: settings.corsOrigins(env, showcase),
    SHOWCASE_URL: env.SHOWCASE_URL || showcase,
    SHARE_URL: env.SHARE_URL || `${showcase}/s`,
    ...(addresses.archive === undefined ? {} : { ARCHIVE_BASE_URL: addresses.archive }),
    HOST: host,
    PORT: String(ports.services[service]),
    METRICS_PORT: ports.metrics && String(ports.metrics[service]),
    DATABASE_URL: postgres.url(service),
    SECRET_KEY: secretKey,
    ...settings.demoEnvironment(env),
    CATALOGUE_URL: addresses.catalogue,
    BULK_DATA_ROOT: env.BULK_DATA_ROOT || files.bulk,
    MEDIA_ROOT: env.MEDIA_ROOT || files.media,
    MAIL_ROOT: env.MAIL_ROOT || files.mail,
  });
  await Promise.all(
    settings.serviceNames.map((service) => migrate(service, options, postgres, envOf(service))),
  );
  if (await hasNoKits(postgres.url('catalogue'))) await loadDemo(options, envOf('catalogue'));
  await replaceEmbeddedCrests(postgres, addresses.catalogue);
  const prepared = await prepareAccess(options, files, postgres, envOf);

  // Before the catalogue, which resumes its active scrapes.
  if (addresses.archive !== undefined) {
    await startService('archive', options, files, running.services, {
      main: standInArchive,
      env: { ...env, HOST: host, PORT: String(ports.archive) },
      healthUrl: addresses.archive,
    });
  }
  await startServices(options, files, running, { ...prepared, postgres, addresses, envOf });
  const listen = { host, port: ports.showcase };
  running.showcase = await openShowcase(options.buildShowcase, addresses, listen, options);
  const { demoCollector } = prepared;
  const databaseUrls = { catalogue: postgres.url('catalogue'), collection: postgres.url('collection') };
  return describeStack({
    showcase: running.showcase && showcase,
    addresses,
    demoCollector,
    staff: prepared.staff,
    showpiece: demoCollector && (await findShowpiece(databaseUrls.collection, demoCollector)),
    databaseUrls,
    metrics: Object.values(ports.metrics ?? {}).map((port) => settings.toAddress(host, port)),
    // Shown only if generated.
    secretKey: env.SECRET_KEY ? undefined : secretKey,
    logs: [...running.services.keys()].map(files.log),
    debug: /^(?:true|1|yes|on)$/i.test(env.DEBUG || 'true'),
    keysNeeded: /^(?:true|1|yes)$/i.test(env.API_ENABLE_AUTH ?? ''),
  });
}

/** Starts both services, and fills the demo collection in between if necessary. */
async function startServices(
  options: StackOptions,
  files: settings.StackFiles,
  { services }: Running,
  prepared: Access & {
    postgres: EmbeddedPostgres;
    addresses: Record<ServiceName, string>;
    envOf: EnvironmentOf;
  },
): Promise<void> {
  const { catalogueKey, demoCollector, postgres, addresses, envOf } = prepared;
  const { root, mains, stop, hurry, say, warn, demoCollection } = options;
  const environments = {
    catalogue: envOf('catalogue'),
    collection: { ...envOf('collection'), CATALOGUE_API_KEY: catalogueKey },
  };
  const start = (service: ServiceName, name: StackProcessName = service, more: NodeJS.ProcessEnv = {}) =>
    startService(name, options, files, services, {
      main: mains[service],
      env: { ...environments[service], ...more },
      healthUrl: `${addresses[service]}/api/health`,
    });
  if (demoCollector && existsSync(files.demoUnfinished)) {
    say('Filling the demo collection …');
    await fillDemo({
      demo: demoCollection,
      collector: demoCollector,
      commands: { main: mains.collection, env: environments.collection, cwd: root, stop },
      collectionDatabaseUrl: postgres.url('collection'),
      unfinishedFile: files.demoUnfinished,
      services: { catalogue: addresses.catalogue, collection: addresses.collection, catalogueKey },
      startCatalogue: () => start('catalogue'),
      open: () => start('collection', 'demo-collection', FOR_FILLING),
      close: () => stopService('demo-collection', services, settings.graceMs(options.env), hurry),
      warn,
    });
  }
  const waiting = settings.serviceNames.filter((service) => !services.has(service));
  await Promise.all(waiting.map((service) => start(service)));
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

// Services first: they need the database to finish their requests.
async function stopAll(
  { env, hurry }: StackOptions,
  { showcase, postgres, services }: Running,
): Promise<void> {
  await showcase?.close();
  await stopServices(services, settings.graceMs(env), hurry);
  await postgres?.stop(hurry);
}
