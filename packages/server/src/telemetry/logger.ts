import { isMainThread } from 'node:worker_threads';
import type { Span } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { redactQueries } from './redact-queries.ts';
import { currentTask, type Task } from './task.ts';

export type { Logger } from 'pino';

/** pino's levels, the values of `LOG_LEVEL`. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

type LogLevel = (typeof LOG_LEVELS)[number];

/** The log fields of a task. Trace ids have OpenTelemetry's names for logs. */
export function describeTask(task: Task | undefined): Record<string, string> {
  if (!task) return {};
  const { id: requestId, job, span } = task;
  return {
    requestId,
    ...(job === undefined ? {} : { job }),
    ...(span && describeSpan(span)),
  };
}

function describeSpan(span: Span): Record<string, string> {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** Lines are collected until they fill this many bytes, for this long at most. */
const COLLECTED_BYTES = 4096;
const COLLECTED_MS = 100;
/** pino's number for the level `warn`. */
const WARNING = 40;

/**
 * Standard output, which all loggers of the process share. Lines are collected and written asynchronously,
 * but immediately for warnings and errors and when the process ends. A thread may be terminated at any time,
 * so it writes each line immediately.
 */
let output: ReturnType<typeof openOutput> | undefined;

function openOutput() {
  const lines = pino.destination({
    dest: 1,
    sync: !isMainThread,
    ...(isMainThread && { minLength: COLLECTED_BYTES, periodicFlush: COLLECTED_MS }),
  });
  let isUrgent = false;
  // A flush during a write does nothing, so it is repeated after it.
  lines.on('drain', () => isUrgent && flush());
  function flush(): void {
    isUrgent = false;
    lines.flush();
  }
  const flushNow = () => {
    lines.flush();
    isUrgent = true;
  };
  return { lines, flushNow };
}

/** Creates the service's logger: JSON lines on standard output, with secrets in query strings redacted. */
export function openLogger(options: { service: string; level: LogLevel }): Logger {
  output ??= openOutput();
  const { lines, flushNow } = output;
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => describeTask(currentTask()),
      serializers: { err: serializeError },
      hooks: {
        // Applied to the whole line, because errors contain URLs in messages and stacks.
        streamWrite: redactQueries,
        logMethod(line, log, level) {
          log.apply(this, line);
          if (level >= WARNING) flushNow();
        },
      },
    },
    lines,
  );
}

/**
 * An error for the log, without the values that PostgreSQL quotes: a row that violates a constraint contains
 * user input.
 */
function serializeError(error: Error): object {
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
