import { ConfigError } from './config.ts';
import { flushLogger, type Logger } from '../telemetry/logger.ts';

/** Something that runs until it is told to stop. */
export interface Running {
  /** Finishes what runs, and closes what is open. */
  stop(): Promise<void>;
}

/** A failure that the operator is told in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** What will not close, or was left open by a start that failed, must not keep the process longer than that. */
const LINGER_MS = 1000;

/**
 * Runs a service until SIGTERM or SIGINT, then stops it cleanly; resolves once it has stopped. A second signal
 * ends the process at once.
 */
export async function runUntilSignal(log: Logger, start: () => Promise<Running>): Promise<void> {
  const { promise: asked, resolve: stopAsked } = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    stopAsked(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    const running = await start();
    const signal = await asked;
    log.info({ signal }, 'stopping');
    await running.stop();
    log.info('stopped');
    await flushLogger(log);
  } finally {
    setTimeout(() => process.exit(), LINGER_MS).unref();
  }
}

/** One line for standard error: what failed, without a stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  // undefined_table, undefined_function: nobody has migrated this database yet, or not far enough.
  if (error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42883')) {
    return 'the database is not up to date: run the command "migrate" first';
  }
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
