import anyAscii from 'any-ascii';
import {
  associationOf,
  associationOfSubdivision,
  BRITISH_ASSOCIATIONS,
  capMarks,
  categoryOrder,
  deriveKitType,
  isCountryCode,
  meantCountry,
} from '@kitroom/shared';
import type { Line } from './line-schemas.ts';

/** What is stored of a record that a line is about; undefined if it is new. */
export interface Stored {
  name: string;
  country: string | null;
  aliases: readonly string[];
}

/**
 * What is wrong with a new slug: it must be usable in an address as it is. Undefined if nothing is. Source:
 * the rules on what people write.
 */
export function checkSlug(slug: string): string | undefined {
  if (/^[A-Za-z0-9\-_.~]+$/.test(slug)) return undefined;
  const meant = anyAscii(slug)
    .replaceAll(/[^A-Za-z0-9\-_.~]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const allowed = '"slug" must consist of letters from A to Z, digits, "-", "_", "." and "~"';
  return meant === '' ? allowed : `${allowed}, such as ${JSON.stringify(meant)}`;
}

/** What is wrong with a new code of a country, as the end of a sentence; undefined if nothing is. */
export function checkCountry(code: string | null | undefined): string | undefined {
  if (!code || isCountryCode(code)) return undefined;
  const meant = meantCountry(code);
  if (!meant) return 'must be an ISO 3166-1 code that is assigned, such as ES';
  const association = meant.association === undefined ? '' : ` with "association" ${meant.association}`;
  return `must be ${meant.country}${association}`;
}

/** The country and the association of a club; absent fields keep their values. */
interface Place {
  country?: string | null | undefined;
  association?: string | null | undefined;
}

/**
 * A club's country and association as they are stored: the association only where the country has several, as
 * Great Britain has; elsewhere it follows from the country. Parts such as `GB-ENG` set both. `known` is the
 * country of the club if the line does not give it. `problem` is what is wrong with the association, as the
 * end of a sentence.
 */
export function resolvePlace(
  { country, association }: Place,
  known: string | null,
): Place & { problem?: string } {
  const part = associationOfSubdivision(country ?? '');
  const of = part === undefined && country !== undefined ? country : known;
  const isBritish = part !== undefined || of === 'GB';
  const allowed = part === undefined ? associationsOf(of) : [part];
  const isWrong = typeof association === 'string' && !allowed.includes(association);
  const isGiven = country !== undefined || association !== undefined;
  const own = isBritish && !isWrong ? association : null;
  return {
    ...(country !== undefined && { country: part === undefined ? country : 'GB' }),
    ...(isGiven && (part ?? own) !== undefined && { association: part ?? own }),
    ...(isWrong && { problem: describeAllowed(allowed, part === undefined ? of : country) }),
  };
}

function associationsOf(country: string | null): readonly string[] {
  return country === 'GB' ? BRITISH_ASSOCIATIONS : [associationOf(country)].filter((code) => code !== null);
}

function describeAllowed(allowed: readonly string[], country: string | null | undefined): string {
  if (!country) return 'must be given with its "country"';
  const codes = allowed.length === 0 ? 'null: FIFA has none' : allowed.join(', ');
  return `must be ${allowed.length > 1 ? 'one of ' : ''}${codes} for "country" ${country}`;
}

/** A kit type with the place of its category, if it is given one. */
export function placeKitType(line: Line<'kit_type'>): Line<'kit_type'> {
  const { category, category_order: order = category && categoryOrder(category) } = line;
  return { ...line, ...(order !== undefined && { category_order: order }) };
}

/** A new kit type: what its line lacks follows from its name. */
export function completeKitType(line: Line<'kit_type'>): Line<'kit_type'> {
  return { ...deriveKitType(line.name), ...placeKitType(line) };
}

/**
 * A new name as it is stored: on one line, without white space around it or twice in it, or many combining
 * marks.
 */
export function tidyName(name: string): string {
  return capMarks(name.trim().replaceAll(/\s+/g, ' '));
}

/** Aliases as they are stored: new ones are tidied like names, each is stored once. */
export function tidyAliases(aliases: readonly string[], stored: readonly string[] = []): string[] {
  return [...new Set(aliases.map((alias) => (stored.includes(alias) ? alias : tidyName(alias))))];
}
