import { pino, type Logger } from 'pino';
import { redactQueries } from './redact-queries.ts';
import { currentTask, type Task } from './task.ts';

export type { Logger } from 'pino';

/** pino's levels, as `LOG_LEVEL` names them. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * What a line tells of the task that it belongs to. The trace's ids have the names that OpenTelemetry gives them in
 * logs.
 */
export function describeTask(task: Task | undefined): Record<string, string> {
  if (!task) return {};
  const { id: requestId, job, span } = task;
  return {
    requestId,
    ...(job === undefined ? {} : { job }),
    ...(span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }),
  };
}

/**
 * Opens the service's log: JSON lines on standard output, written without blocking requests, without the secrets that
 * query strings bring.
 */
export function openLogger(options: { service: string; level: LogLevel }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => describeTask(currentTask()),
      // The whole line: errors name addresses too, in their messages and stacks.
      hooks: { streamWrite: redactQueries },
    },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** Writes what the log still holds. */
export function flushLogger(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve());
  });
}
