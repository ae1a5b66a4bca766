import { BRITISH_SUBDIVISIONS } from '@kitroom/shared';
import { checkCountry } from '../../interchange/record-rules.ts';

/** Slugs must be usable in URLs without escaping. */
export function validateSlug(slug: string): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined;
  return 'must be lower-case letters from a to z and digits, with single hyphens between them, such as malaga-cf-kits';
}

/** Parts of the United Kingdom are codes of clubs, which give the association too. */
export function validateCountry(given: string): string | undefined {
  const code = given.toUpperCase();
  return BRITISH_SUBDIVISIONS.includes(code) ? undefined : checkCountry(code);
}
