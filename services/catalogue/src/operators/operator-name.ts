import { shorten } from '@kitroom/shared';

/** The operator whose password is ADMIN_PASSWORD. */
export const ADMIN_NAME = 'admin';

/** The maximum length of a name, in characters. */
export const OPERATOR_NAME_MAX = 100;

/** Equal for all spellings of a name: ignores case and invisible differences. */
export function toOperatorKey(name: string): string {
  // Putting marks in order takes time with the square of their number; no operator has a longer name.
  return shorten(name.trim(), OPERATOR_NAME_MAX + 1)
    .normalize('NFKC')
    .toUpperCase();
}

export function isAdminName(name: string): boolean {
  return toOperatorKey(name) === toOperatorKey(ADMIN_NAME);
}
