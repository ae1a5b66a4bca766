/** A foreseeable failure of the development servers; its message tells all there is to tell, in one line. */
export class DevstackError extends Error {
  override name = 'DevstackError';
}

/** The code of a system's error, such as ENOENT. Not by instanceof: tests throw errors of another realm. */
export function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** What an error says. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message);
}
