import { DeadlineExceeded } from '../process/deadline.ts';

/**
 * SQLSTATEs and classes that mean the server is unavailable: starting, stopping, out of resources, rejecting
 * connections (55000, 3D000) or our credentials (28), or read-only, like a standby (25006).
 */
const UNAVAILABLE = /^(?:08...|28...|25006|3D000|53[123]00|55000|57P0[1235]|57014)$/;

/** SQLSTATEs that only an operator can fix: a wrong user, password or database. */
const REFUSED = /^(28|3D000)/;

/** PgBouncer's error for settings in the start-up message, which it cannot keep for a client. */
const REJECTED_PARAMETER = /^unsupported startup parameter/;

/** Advice for the operator if each transaction may use another connection to PostgreSQL. */
export const POOLER_ADVICE =
  'the database is behind a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of `pg` errors without a code, for lost connections and time-outs. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|Client has encountered a connection error|timeout expired|not queryable|timeout exceeded when trying to connect/;

/** Whether `pg` reports that the server neither responded to a statement nor cancelled it. */
export function isResponseMissing(error: Error): boolean {
  return error.message.endsWith('Query read timeout');
}

/** The code of an error: a SQLSTATE, or a system error code such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a statement did not get a lock in time. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether the server rejected a write because it is read-only, as a standby is. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** Whether a pooler rejected the settings of a connection. */
export function isRejectedByPooler(error: unknown): boolean {
  return error instanceof Error && REJECTED_PARAMETER.test(error.message);
}

/** Whether the server rejected the user, password or database name, or a pooler rejected the settings. */
export function isDatabaseRefused(error: unknown): boolean {
  return REFUSED.test(codeOf(error)) || isRejectedByPooler(error);
}

/**
 * Whether the database is temporarily unavailable: unreachable, starting up, shutting down, out of
 * connections, memory or disk space, or too slow (statement timeout, or a deadline set by the caller).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (error.name === 'KnexTimeoutError' || error instanceof DeadlineExceeded) return true;
  const code = codeOf(error);
  return (
    UNREACHABLE.has(code) ||
    UNAVAILABLE.test(code) ||
    UNAVAILABLE_MESSAGE.test(error.message) ||
    isResponseMissing(error)
  );
}

/**
 * No space left, quota exceeded, and PostgreSQL's SQLSTATE for it; a disk that is read-only or fails; a path
 * that belongs to another user or is not a folder.
 */
const FAILING = new Set([
  'ENOSPC',
  'EDQUOT',
  '53100',
  'EROFS',
  'EIO',
  'ESTALE',
  'EACCES',
  'EPERM',
  'ENOTDIR',
]);

/** Whether an error or its cause means that a disk cannot be used until an operator acts. */
export function isDiskFailing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall, cause }: NodeJS.ErrnoException = error;
  // Node.js reports this for a folder that it cannot create, with its parents, on a read-only disk.
  const isNotCreated = code === 'ENOENT' && syscall === 'mkdir';
  return FAILING.has(code) || isNotCreated || isDiskFailing(cause);
}
