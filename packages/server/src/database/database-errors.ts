import { DeadlineExceeded } from '../process/deadline.ts';

/**
 * SQLSTATEs and classes that mean the server is unavailable: starting, stopping, out of resources, rejecting
 * connections (55000, 3D000) or our credentials (28), or read-only, like a standby (25006).
 */
const AWAY_STATES = new Set([
  '25006',
  '3D000',
  '53100',
  '53200',
  '53300',
  '55000',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
]);
const AWAY_CLASSES = new Set(['08', '28']);

/** Those that an operator must fix: a wrong user, password or database. */
const REFUSED = /^(28|3D000)/;

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of `pg` without a code for a connection lost during a query. */
const AWAY_MESSAGE =
  /Connection terminated|Client has encountered a connection error|timeout expired|not queryable|timeout exceeded when trying to connect/;

/** Whether the server neither responded to a statement nor cancelled it, as `pg` says. */
export function isResponseMissing(error: Error): boolean {
  return error.message.endsWith('Query read timeout');
}

/** Whether the server rejected the user, password or database name. */
export function isDatabaseRefused(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSED.test(error.code)
  );
}

/**
 * Whether the database is temporarily unavailable: unreachable, starting up, shutting down, out of connections, memory
 * or disk space, or too slow (statement timeout, or a deadline of the caller's).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (error.name === 'KnexTimeoutError' || error instanceof DeadlineExceeded) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY_CODES.has(code) ||
    AWAY_STATES.has(code) ||
    AWAY_CLASSES.has(code.slice(0, 2)) ||
    AWAY_MESSAGE.test(error.message) ||
    isResponseMissing(error)
  );
}
