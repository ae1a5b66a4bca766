import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** pino's levels, as `LOG_LEVEL` names them. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How much is logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Opens the service's log: JSON lines on standard output, written without blocking requests. */
export function openLogger(options: { service: string; level: LogLevel }): Logger {
  return pino(
    {
      level: options.level,
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
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
