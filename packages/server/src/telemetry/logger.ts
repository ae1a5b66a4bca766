import { pino, type Logger } from 'pino';
import { redactQueries } from './redact-queries.ts';
import { currentTask, type Task } from './task.ts';

export type { Logger } from 'pino';

/** pino's levels, the values of `LOG_LEVEL`. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The log fields of a task. Trace ids have OpenTelemetry's names for logs. */
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
 * Creates the service's logger: JSON lines on standard output, written asynchronously, with secrets in query strings
 * redacted.
 */
export function openLogger(options: { service: string; level: LogLevel }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => describeTask(currentTask()),
      serializers: { err: serializeError },
      // Applied to the whole line, because errors contain URLs in messages and stacks.
      hooks: { streamWrite: redactQueries },
    },
    pino.destination({ dest: 1, sync: false, minLength: 0 }),
  );
}

/** An error for the log, without what PostgreSQL quotes: the row that violates a constraint is what a user wrote. */
export function serializeError(error: Error): object {
  const { detail, where, ...serialized } = pino.stdSerializers.err(error);
  // Only errors of PostgreSQL have a severity.
  return 'severity' in serialized ? serialized : { ...serialized, detail, where };
}

/** Writes buffered lines. */
export function flushLogger(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve());
  });
}
