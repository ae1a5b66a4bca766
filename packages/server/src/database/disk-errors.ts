/** No space on the disk, none left of the user's share, and PostgreSQL's word for it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or what caused it, means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return FULL.has(code) || isDiskFull(error.cause);
}
