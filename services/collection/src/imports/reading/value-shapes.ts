import { SIZES } from '@kitroom/collection-client';

const NUMBER = /^[+-]?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?$/;
const SEASON = /^(?:19|20)?\d{2}\s*[-/–]\s*(?:19|20)?\d{2}$/;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ].*)?$/;
const BOOLEAN = /^(?:true|false|yes|no|ja|nein|sí|si|oui|non|wahr|falsch)$/i;
const SIZE_NAMES: ReadonlySet<string> = new Set(SIZES.map(({ name }) => name.toLowerCase()));

export function isNumberText(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** `2003-04`, `03/04`, `2003/2004` */
export function looksLikeSeason(text: string): boolean {
  return SEASON.test(text.trim());
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
