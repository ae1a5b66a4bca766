import { createWriteStream, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DevstackError, messageOf } from './devstack-error.ts';
import { rememberProcesses } from './remembered-processes.ts';
import { spawnService, waitForHealth, type ServiceProcess } from './service-process.ts';
import type { StackFiles, StackProcessName } from './stack-settings.ts';

/** Started processes and their logs. */
export type RunningServices = Map<StackProcessName, { process: ServiceProcess; log: ServiceLog }>;

/** Options shared by all processes. */
interface StartOptions {
  root: string;
  watch?: boolean;
  stop: AbortSignal;
  warn: (text: string) => void;
}

/** A process to start. */
export interface ServiceStart {
  main: string;
  env: NodeJS.ProcessEnv;
  /** Returns 200 once the process is ready. */
  healthUrl: string;
}

/** The folders of a service's sources and of all packages that it may use. */
function listSourceFolders(root: string, main: string): string[] {
  const packages = globSync('packages/*/src', { cwd: root, exclude: ['packages/showcase/src'] });
  return [dirname(main), ...packages.map((folder) => join(root, folder))];
}

/** Starts a service, registers it, and waits until it is healthy. */
export async function startService(
  service: StackProcessName,
  { root, stop, warn, watch }: StartOptions,
  files: StackFiles,
  services: RunningServices,
  { main, env, healthUrl }: ServiceStart,
): Promise<void> {
  stop.throwIfAborted();
  const log = openServiceLog(service, files.log(service), warn);
  const process = spawnService({
    main,
    args: ['serve'],
    env,
    cwd: root,
    // A restart would interrupt filling the demo collection.
    watch: watch && service !== 'demo-collection' ? listSourceFolders(root, main) : [],
    onLine: (line) => log.write(line),
  });
  services.set(service, { process, log });
  rememberProcesses(
    files.services,
    [...services.values()].map((running) => running.process.pid),
  );
  try {
    await waitForHealth(process, healthUrl, 60_000, { stop });
  } catch (error) {
    if (stop.aborted) throw error;
    throw new DevstackError(withLastLines(`the ${service} does not start: ${messageOf(error)}`, process));
  }
}

/** Stops all services concurrently, then the archive, and waits until their logs are written. */
export async function stopServices(
  services: RunningServices,
  graceMs: number,
  hurry: AbortSignal,
): Promise<void> {
  const first = [...services.keys()].filter((name) => name !== 'archive');
  await Promise.all(first.map((name) => stopService(name, services, graceMs, hurry)));
  await stopService('archive', services, graceMs, hurry);
}

/** Stops one service, unregisters it, and waits until its log is written. */
export async function stopService(
  name: StackProcessName,
  services: RunningServices,
  graceMs: number,
  hurry: AbortSignal,
): Promise<void> {
  const { process, log } = services.get(name) ?? {};
  await process?.stop(graceMs, hurry);
  await log?.close();
  services.delete(name);
}

/** Appends the last lines of a service's output to a message. */
export function withLastLines(message: string, process: ServiceProcess): string {
  const lines = process.lastLines().slice(-5);
  return lines.length === 0
    ? message
    : `${message}; its last lines:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

type ServiceLog = ReturnType<typeof openServiceLog>;

/**
 * Writes a service's output to a file, truncated by each run. Warnings, errors, and lines that are not log
 * entries (crashes, Node.js warnings) are also passed to `show`.
 */
function openServiceLog(name: string, file: string, show: (line: string) => void) {
  mkdirSync(dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  stream.on('error', () => {});
  return {
    write: (line: string) => {
      stream.write(`${line}\n`);
      const shown = toShown(line);
      if (shown !== undefined) show(`${name}: ${shown}`);
    },
    close: () =>
      new Promise<void>((done) => {
        stream.end(done);
      }),
  };
}

/** The fields of a log entry that are shown. */
interface LogEntry {
  level?: string;
  msg?: string;
  err?: { message?: string };
}

const SHOWN_LEVELS: Readonly<Record<string, string>> = { warn: 'warning', error: 'error', fatal: 'error' };

/** The part of a line to show on the terminal, if any. */
function toShown(line: string): string | undefined {
  const entry = parseEntry(line);
  if (!entry?.level) return line.trim() === '' ? undefined : line;
  const level = SHOWN_LEVELS[entry.level];
  const cause = entry.err?.message ? ` (${entry.err.message})` : '';
  return level && `${level}: ${entry.msg ?? line}${cause}`;
}

function parseEntry(line: string): LogEntry | undefined {
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    // The line is not a log entry, but for example a warning of Node.js.
    return undefined;
  }
}
