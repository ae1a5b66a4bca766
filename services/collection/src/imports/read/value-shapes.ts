import { SIZES } from '@kitroom/collection-client';
import { readSeason } from '@kitroom/shared';

const NUMBER = /^[+-]?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?$/;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ].*)?$/;
const BOOLEAN = /^(?:true|false|yes|no|ja|nein|sí|si|oui|non|wahr|falsch)$/i;
const SIZE_NAMES: ReadonlySet<string> = new Set(SIZES.map(({ name }) => name.toLowerCase()));

export function isNumberText(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** A season of two years. */
export function looksLikeSeason(text: string): boolean {
  return readSeason(text)?.includes('-') ?? false;
}

/** Three numbers with dots, dashes or slashes between them. */
export function looksLikeDate(text: string): boolean {
  return DATE.test(text.trim());
}

export function looksLikeSize(text: string): boolean {
  return SIZE_NAMES.has(text.trim().toLowerCase());
}

export function isBooleanText(text: string): boolean {
  return BOOLEAN.test(text.trim());
}
