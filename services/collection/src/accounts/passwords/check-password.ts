import { isCommonPassword } from '@kitroom/server/passwords/passwords';

/** Error messages that clients rely on. */
export const PASSWORD_TEXT = {
  short: 'This password is too short. It must contain at least 8 characters.',
  common: 'This password is too common.',
  similar: 'The password is too similar to the username.',
  numeric: 'This password is entirely numeric.',
} as const;

/** The minimum length of a password, in characters. */
export const PASSWORD_MIN = 8;
const SIMILARITY_MAX = 0.7;

/** All errors of a new password; empty if valid. */
export async function validatePassword(password: string, username: string): Promise<string[]> {
  const errors: string[] = [];
  if (isSimilar(password, username)) errors.push(PASSWORD_TEXT.similar);
  if (Array.from(password).length < PASSWORD_MIN) errors.push(PASSWORD_TEXT.short);
  if (await isCommonPassword(password)) errors.push(PASSWORD_TEXT.common);
  if (/^\p{Nd}+$/u.test(password)) errors.push(PASSWORD_TEXT.numeric);
  return errors;
}

/** Whether a password shares most of its letters with the username or a part of it. */
function isSimilar(password: string, username: string): boolean {
  const letters = Array.from(password.toLowerCase());
  const whole = username.toLowerCase();
  return [whole, ...whole.split(/[^\p{L}\p{Nd}_]+/u)].some(
    (part) => part !== '' && overlap(letters, Array.from(part)) >= SIMILARITY_MAX,
  );
}

/** The share of letters that two strings have in common, in any order: 1 for the same letters. */
function overlap(left: readonly string[], right: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const letter of right) unmatched.set(letter, (unmatched.get(letter) ?? 0) + 1);
  let shared = 0;
  for (const letter of left) {
    const count = unmatched.get(letter) ?? 0;
    if (count === 0) continue;
    unmatched.set(letter, count - 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}
