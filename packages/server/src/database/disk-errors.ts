/**
 * No space left, quota exceeded, and PostgreSQL's SQLSTATE for it; a disk that is read-only or fails; a folder that
 * belongs to another user, or is none.
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
  // What Node.js says of a folder that it cannot make, with those above it, on a read-only disk.
  const isUnmade = code === 'ENOENT' && syscall === 'mkdir';
  return FAILING.has(code) || isUnmade || isDiskFailing(cause);
}
