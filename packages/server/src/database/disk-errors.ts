/** No space left, quota exceeded, and PostgreSQL's SQLSTATE for it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error or its cause means that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return FULL.has(code) || isDiskFull(error.cause);
}
