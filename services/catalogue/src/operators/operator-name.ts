/** The operator whose password is ADMIN_PASSWORD. */
export const ADMIN_NAME = 'admin';

/** Equal for all spellings of a name: ignores case and invisible differences. */
export function toOperatorKey(name: string): string {
  return name.trim().normalize('NFKC').toUpperCase();
}

export function isAdminName(name: string): boolean {
  return toOperatorKey(name) === toOperatorKey(ADMIN_NAME);
}
