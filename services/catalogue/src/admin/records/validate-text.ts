import { isCountryCode } from '@kitroom/shared';

/** Slugs must be usable in URLs without escaping. */
export function validateSlug(slug: string): string | undefined {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) return undefined;
  return 'must be lower-case letters from a to z and digits, with single hyphens between them, such as malaga-cf-kits';
}

export function validateCountry(code: string): string | undefined {
  if (isCountryCode(code.toUpperCase())) return undefined;
  return 'must be the ISO 3166 code of a country, such as ES; England, Scotland, Wales and Northern Ireland have GB';
}
