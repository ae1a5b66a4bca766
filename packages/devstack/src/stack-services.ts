import { DevstackError, messageOf } from './devstack-error.ts';
import { rememberProcesses } from './remembered-processes.ts';
import { openServiceLog, type ServiceLog } from './service-log.ts';
import { spawnService, waitForHealth, type ServiceProcess } from './service-process.ts';
import type { ServiceName, StackFiles } from './stack-settings.ts';
import type { StackOptions } from './stack.ts';

/** The services that were started, with what keeps their lines. */
export type RunningServices = Map<ServiceName, { process: ServiceProcess; log: ServiceLog }>;

/** Starts a service, puts it with those that run, and waits until it is healthy. */
export async function startService(
  service: ServiceName,
  { root, mains, stop, complain }: Pick<StackOptions, 'root' | 'mains' | 'stop' | 'complain'>,
  files: StackFiles,
  services: RunningServices,
  { env, address }: { env: NodeJS.ProcessEnv; address: string },
): Promise<void> {
  stop.throwIfAborted();
  const log = openServiceLog(service, files.log(service), complain);
  const process = spawnService({
    main: mains[service],
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
    await waitForHealth(process, `${address}/api/health`, 60_000, stop);
  } catch (error) {
    if (stop.aborted) throw error;
    throw new DevstackError(withLastLines(`the ${service} does not start: ${messageOf(error)}`, process));
  }
}

/** Ends all services at once and waits until they have ended and their lines are kept. */
export async function stopServices(
  services: RunningServices,
  graceMs: number,
  hurry: AbortSignal,
): Promise<void> {
  await Promise.all(
    [...services.values()].map(async ({ process, log }) => {
      await process.stop(graceMs, hurry);
      await log.close();
    }),
  );
}

/** A message, followed by the last lines that a service has written. */
export function withLastLines(message: string, process: ServiceProcess): string {
  const lines = process.lastLines().slice(-5);
  return lines.length === 0
    ? message
    : `${message}; its last lines:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
