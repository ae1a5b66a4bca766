import { DevstackError } from './devstack-error.ts';
import { spawnService, type ServiceCommand } from './service-process.ts';

/** A one-shot command of a service. */
export interface StackCommand extends Omit<ServiceCommand, 'onLine'> {
  title: string;
  /** Aborts the command. */
  stop: AbortSignal;
}

/** A service's database and its commands. */
export interface ServiceAccess {
  databaseUrl: string;
  /** Runs a command, as `runCommand` does. */
  run(title: string, args: string[], input?: Iterable<string>): Promise<string>;
}

/**
 * Runs a command to completion and returns its standard output. Errors: it fails; the message contains the last line of
 * its standard error.
 */
export async function runCommand({ title, stop, ...command }: StackCommand): Promise<string> {
  stop.throwIfAborted();
  const output: string[] = [];
  let lastError = '';
  const process = spawnService({
    ...command,
    onLine: (line, stream) => {
      if (stream === 'stdout') output.push(line);
      else lastError = line.trim() || lastError;
    },
  });
  const end = () => process.signal('SIGTERM');
  stop.addEventListener('abort', end);
  try {
    const { status } = await process.ended;
    stop.throwIfAborted();
    if (status !== 0)
      throw new DevstackError(`${title} failed${lastError ? `: ${lastError}` : ` (status ${status})`}`);
    return output.join('\n');
  } finally {
    stop.removeEventListener('abort', end);
  }
}
