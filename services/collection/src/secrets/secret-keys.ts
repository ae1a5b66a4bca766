import type { Config } from '../config.ts';

/**
 * SECRET_KEY, with which everything new is made, and SECRET_KEY_PREVIOUS if configured: what was made with that one
 * still counts, and is moved to the current key when it is used.
 */
export type SecretKeys = readonly [current: string, ...previous: string[]];

/** The keys of the environment; undefined without SECRET_KEY. */
export function readSecretKeys({
  SECRET_KEY: current,
  SECRET_KEY_PREVIOUS: previous,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>): SecretKeys | undefined {
  if (current === undefined) return undefined;
  return previous === undefined ? [current] : [current, previous];
}
