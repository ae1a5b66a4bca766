import anyAscii from 'any-ascii';
import { isCountryCode, meantCountryCode } from '@kitroom/shared';

/** What is stored of a record that a line is about; undefined if it is new. */
export interface Stored {
  name: string;
  country: string | null;
}

/**
 * What is wrong with a new slug: it must be usable in an address as it is. Undefined if nothing is. Source: the rules on
 * what people write.
 */
export function checkSlug(slug: string): string | undefined {
  if (/^[A-Za-z0-9\-_.~]+$/.test(slug)) return undefined;
  const meant = anyAscii(slug)
    .replaceAll(/[^A-Za-z0-9\-_.~]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const allowed = '"slug" must consist of letters from A to Z, digits, "-", "_", "." and "~"';
  return meant === '' ? allowed : `${allowed}, such as ${JSON.stringify(meant)}`;
}

/** What is wrong with a new code of a country; undefined if nothing is. */
export function checkCountry(code: string): string | undefined {
  if (isCountryCode(code)) return undefined;
  const meant = meantCountryCode(code);
  const given = `; it is ${JSON.stringify(code)}`;
  return `"country" must be ${meant ?? 'an ISO 3166-1 code that is assigned, such as ES'}${given}`;
}

/** A new name as it is stored: on one line, without white space around it or twice in it. */
export function tidyName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ');
}
