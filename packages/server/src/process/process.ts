import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { codeOf, isRejectedByPooler, POOLER_ADVICE } from '../database/database-errors.ts';
import { flushLogger, type Logger } from '../telemetry/logger.ts';
import { ConfigError } from './config.ts';

/** A process or server that runs until stopped. */
export interface Running {
  /** Finishes current work and closes all resources. */
  stop(): Promise<void>;
}

/** An error whose message is reported to the operator in one line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/**
 * Runs a service until SIGTERM or SIGINT, then stops it gracefully; resolves once it has stopped. A second
 * signal ends the process immediately.
 */
export async function runUntilSignal(log: Logger, start: () => Promise<Running>): Promise<void> {
  const { promise: signalled, resolve: reportSignal } = Promise.withResolvers<string>();
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1;
    if (signals > 1) process.exit(1);
    reportSignal(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const running = await start();
  const signal = await signalled;
  log.info({ signal }, 'stopping');
  await running.stop();
  log.info('stopped');
  await flushLogger(log);
}

/** A single line for standard error, without a stack trace. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  // undefined_table, undefined_function: migrations are missing.
  if (['42P01', '42883'].includes(codeOf(error))) {
    return 'the database is not up to date: run the command "migrate" first';
  }
  if (isRejectedByPooler(error)) return POOLER_ADVICE;
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/**
 * Collects garbage and returns its memory to the operating system, after work that leaves much of it: V8
 * would keep the memory: after building an index of 250,000 kits, the process has 231 MiB instead of 460.
 * Blocks the process for about 1 ms per MB in use.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
