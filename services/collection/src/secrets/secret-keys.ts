import type { Config } from '../config.ts';

/**
 * SECRET_KEY, which signs and seals everything new, and SECRET_KEY_PREVIOUS if configured: what was made with that
 * one remains valid, and is moved to the current key on use.
 */
export type SecretKeys = readonly [current: string, ...previous: string[]];

/** The configured keys; undefined without SECRET_KEY. */
export function readSecretKeys({
  SECRET_KEY: current,
  SECRET_KEY_PREVIOUS: previous,
}: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>): SecretKeys | undefined {
  if (current === undefined) return undefined;
  return previous === undefined ? [current] : [current, previous];
}
