import { randomInt } from 'node:crypto';
import { validateUsername, normalizeUsername, USERNAME_MAX } from '@kitroom/collection-client';

const FALLBACK = 'collector';
const SUFFIX_MIN = 1000;
const SUFFIX_MAX = 1_000_000;
/** Leaves room for a suffix. */
const LENGTH_MAX = USERNAME_MAX - 10;

/**
 * Derives a username from the one at the provider, or from the local part of the address. Nothing after an @ is used,
 * as usernames are public.
 */
export function deriveUsername({ username, email }: { username: string | undefined; email: string }): string {
  const candidates = [username, email].map((candidate) => clean(candidate?.split('@')[0] ?? ''));
  return (
    candidates.find((candidate) => candidate !== '' && validateUsername(candidate) === undefined) ?? FALLBACK
  );
}

/** A variation of a name that is taken. */
export function varyUsername(username: string): string {
  return `${username}-${randomInt(SUFFIX_MIN, SUFFIX_MAX)}`;
}

function clean(text: string): string {
  const letters = normalizeUsername(text)
    .trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{Nd}.+_-]/gu, '');
  return Array.from(letters).slice(0, LENGTH_MAX).join('');
}
