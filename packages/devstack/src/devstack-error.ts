/** An expected failure of the development servers, with a one-line message. */
export class DevstackError extends Error {
  override name = 'DevstackError';
}

/**
 * The code of a system error, such as ENOENT. Does not use instanceof, because tests throw errors of another
 * realm.
 */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}
