import anyAscii from 'any-ascii';
import {
  associationOf,
  associationOfSubdivision,
  BRITISH_ASSOCIATIONS,
  capMarks,
  categoryOrder,
  countryOfInformalCode,
  deriveKitType,
  isCountryCode,
} from '@kitroom/shared';
import type { Line } from './line-schemas.ts';

/** The stored fields of a record that a line may update. */
export interface StoredFields {
  name: string;
  country: string | null;
  aliases: readonly string[];
}

/**
 * Returns what is wrong with a new slug, which must be usable in a URL without escaping; undefined if it is
 * valid.
 */
export function checkSlug(slug: string): string | undefined {
  if (/^[A-Za-z0-9\-_.~]+$/.test(slug)) return undefined;
  const suggestion = anyAscii(slug)
    .replaceAll(/[^A-Za-z0-9\-_.~]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const allowed = '"slug" must consist of letters from A to Z, digits, "-", "_", "." and "~"';
  return suggestion === '' ? allowed : `${allowed}, such as ${JSON.stringify(suggestion)}`;
}

/** Returns what is wrong with a new country code, as the end of a sentence; undefined if it is valid. */
export function checkCountry(code: string | null | undefined): string | undefined {
  if (!code || isCountryCode(code)) return undefined;
  const meant = countryOfInformalCode(code);
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
 * Returns a club's country and association as they are stored. The association is stored only for Great
 * Britain, which has several; otherwise it follows from the country. Parts such as `GB-ENG` set both. `known`
 * is the club's previous country, for lines without one. `problem` is what is wrong with the association, as
 * the end of a sentence.
 */
export function resolvePlace(
  { country, association }: Place,
  known: string | null,
): Place & { problem?: string } {
  const part = associationOfSubdivision(country ?? '');
  const countryCode = part === undefined && country !== undefined ? country : known;
  const isBritish = part !== undefined || countryCode === 'GB';
  const allowed = part === undefined ? associationsOf(countryCode) : [part];
  const isWrong = typeof association === 'string' && !allowed.includes(association);
  const isGiven = country !== undefined || association !== undefined;
  const storedAssociation = isBritish && !isWrong ? association : null;
  return {
    ...(country !== undefined && { country: part === undefined ? country : 'GB' }),
    ...(isGiven && (part ?? storedAssociation) !== undefined && { association: part ?? storedAssociation }),
    ...(isWrong && { problem: describeAllowed(allowed, part === undefined ? countryCode : country) }),
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

/** Adds the order of its category to a kit type that has a category. */
export function withCategoryOrder(line: Line<'kit_type'>): Line<'kit_type'> {
  const { category, category_order: order = category && categoryOrder(category) } = line;
  return { ...line, ...(order !== undefined && { category_order: order }) };
}

/** Completes a new kit type: missing fields are derived from its name. */
export function completeKitType(line: Line<'kit_type'>): Line<'kit_type'> {
  return { ...deriveKitType(line.name), ...withCategoryOrder(line) };
}

/**
 * Tidies a new name: trims it, collapses white space and line breaks, and limits the number of combining
 * marks.
 */
export function tidyName(name: string): string {
  return capMarks(name.trim().replaceAll(/\s+/g, ' '));
}

/** Tidies new aliases like names, keeps stored ones, and removes duplicates. */
export function tidyAliases(aliases: readonly string[], stored: readonly string[] = []): string[] {
  return [...new Set(aliases.map((alias) => (stored.includes(alias) ? alias : tidyName(alias))))];
}
