/**
 * SQLSTATEs and classes that say that the server is away, starting, stopping or full, that the database takes no
 * connections (55000, 3D000) or not ours (28), or only reads for now, as a standby does (25006); not that we erred.
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

/** Those of them that an operator has to set right: a wrong user, password or database. */
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

/** What `pg` says without a code when a connection goes away under a query. */
const AWAY_MESSAGE =
  /Connection terminated|Client has encountered a connection error|timeout expired|not queryable/;

/** Whether the server is there but does not know our user, password or database. */
export function isDatabaseRefused(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSED.test(error.code)
  );
}

/**
 * Whether an error means that the database cannot be asked for now: gone, closed, starting up, shutting down, out of
 * connections, memory or disk, or too slow (a statement that ran into its time limit).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (error.name === 'KnexTimeoutError') return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY_CODES.has(code) ||
    AWAY_STATES.has(code) ||
    AWAY_CLASSES.has(code.slice(0, 2)) ||
    AWAY_MESSAGE.test(error.message)
  );
}
