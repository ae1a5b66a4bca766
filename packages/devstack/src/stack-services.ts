import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DevstackError, messageOf } from './devstack-error.ts';
import { rememberProcesses } from './remembered-processes.ts';
import { spawnService, waitForHealth, type ServiceProcess } from './service-process.ts';
import type { StackFiles, StackProcessName } from './stack-settings.ts';

/** Started processes and their logs. */
export type RunningServices = Map<StackProcessName, { process: ServiceProcess; log: ServiceLog }>;

/** A process to start. */
export interface ServiceStart {
  main: string;
  env: NodeJS.ProcessEnv;
  /** Returns 200 once the process is ready. */
  healthUrl: string;
}

/** Starts a service, registers it, and waits until it is healthy. */
export async function startService(
  service: StackProcessName,
  { root, stop, warn }: { root: string; stop: AbortSignal; warn: (text: string) => void },
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
    onLine: (line) => log.write(line),
  });
  services.set(service, { process, log });
  rememberProcesses(
    files.services,
    [...services.values()].map((each) => each.process.pid),
  );
  try {
    await waitForHealth(process, healthUrl, 60_000, stop);
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

/** The destination of a service's output. */
export interface ServiceLog {
  write(line: string): void;
  close(): Promise<void>;
}

const warning = 40;

/**
 * Writes a service's output to a file, truncated by each run. Warnings, errors, and lines that are not log entries
 * (crashes, Node.js warnings) are also passed to `show`.
 */
export function openServiceLog(name: string, file: string, show: (line: string) => void): ServiceLog {
  mkdirSync(dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  stream.on('error', () => {});
  return {
    write: (line) => {
      stream.write(`${line}\n`);
      const shown = toShown(line);
      if (shown !== undefined) show(`${name}: ${shown}`);
    },
    close: () =>
      new Promise((done) => {
        stream.end(() => done());
      }),
  };
}

/** The part of a line to show on the terminal, if any. */
export function toShown(line: string): string | undefined {
  const entry = parseEntry(line);
  if (entry === undefined) return line.trim() === '' ? undefined : line;
  if (!(levelOf(entry.level) >= warning)) return undefined;
  const { err } = entry;
  const cause =
    typeof err === 'object' && err !== null && 'message' in err ? ` (${String(err.message)})` : '';
  return `${levelOf(entry.level) > warning ? 'error' : 'warning'}: ${typeof entry.msg === 'string' ? entry.msg : line}${cause}`;
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: Record<string, unknown> = JSON.parse(line);
    return 'level' in entry ? entry : undefined;
  } catch {
    return undefined;
  }
}

// pino writes numbers, or labels if configured.
function levelOf(level: unknown): number {
  if (typeof level === 'number') return level;
  return { warn: 40, error: 50, fatal: 60 }[String(level)] ?? 0;
}
