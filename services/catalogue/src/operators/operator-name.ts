/** The operator whose password is ADMIN_PASSWORD. */
export const ADMIN_NAME = 'admin';

/** The same for all spellings of an operator's name: without case, and without differences that nobody can see. */
export function toOperatorKey(name: string): string {
  return name.trim().normalize('NFKC').toUpperCase();
}

/** Whether a name is that of the operator of ADMIN_PASSWORD. */
export function isAdminName(name: string): boolean {
  return toOperatorKey(name) === toOperatorKey(ADMIN_NAME);
}
