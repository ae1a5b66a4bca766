import type * as z from 'zod';
import { getClubCrest, getNoLogo, type kitType } from '@kitroom/catalogue-client';

/** Columns shared by brands, competitions and clubs. */
export interface RecordRow {
  id: number;
  slug: string;
  name: string;
  logo: string | null;
  logo_dark: string | null;
}

export interface SeasonRow {
  id: number;
  year: string;
  first_year: number;
  second_year: number | null;
}

export type KitTypeRow = z.input<typeof kitType>;

/** The SQL order of kit types in searches and club lists, for a table or alias named `kit_types`. */
export const KIT_TYPE_ORDER =
  'kit_types.category_order, kit_types.is_goalkeeper, kit_types.order_priority, kit_types.name';

/**
 * The SQL expression that sorts a column alphabetically in any language, with accents and case as
 * tie-breakers.
 */
export const alphabeticalOrder = (column: string) => `${column} collate "und-x-icu"`;

/** The tables with a name search. */
export type NamedTable = 'brands' | 'competitions' | 'clubs';

/**
 * The end of the address of the archive's placeholder for a missing logo. The column `has_logo` of clubs
 * repeats it in SQL.
 */
const NO_PICTURE = '/static/logos/not_found.png';

/** Returns the stored logo, or null if it is a placeholder. */
export function withoutPlaceholder(stored: string | null): string | null {
  return stored?.endsWith(NO_PICTURE) ? null : stored;
}

/** Converts a stored path to an absolute URL; other URLs are unchanged. */
export function toPublicAddress(address: string, baseUrl: string): string {
  return address.startsWith('/') ? `${baseUrl}${address}` : address;
}

/** Returns the URLs of logos. `fallback` replaces a missing logo; by default it is the neutral picture. */
export function toLogos(
  { logo, logo_dark: dark }: Pick<RecordRow, 'logo' | 'logo_dark'>,
  baseUrl: string,
  fallback = getNoLogo.path as string,
) {
  const ownDark = withoutPlaceholder(dark);
  return {
    logo: toPublicAddress(withoutPlaceholder(logo) ?? fallback, baseUrl),
    logo_dark: ownDark && toPublicAddress(ownDark, baseUrl),
  };
}

/** The path of a club's drawn crest without its hash, so that browsers revalidate it. */
export function toCrestPath(clubId: number): string {
  return getClubCrest.path.replace('{club_id}', String(clubId));
}

/** Converts a brand, competition or club to the fields that responses share. */
export function toRecord(row: RecordRow, baseUrl: string, defaultLogo?: string) {
  return { id: row.id, name: row.name, slug: row.slug, ...toLogos(row, baseUrl, defaultLogo) };
}

export function toCompetition(row: RecordRow & { country?: string | null }, baseUrl: string) {
  return { ...toRecord(row, baseUrl), country: row.country ?? null };
}

export function toSeason({ id, year }: Pick<SeasonRow, 'id' | 'year'>) {
  return { id, year };
}

export function toSeasonWithYears(row: SeasonRow) {
  return {
    ...toSeason(row),
    first_year: toYear(row.first_year),
    second_year: row.second_year === null ? null : toYear(row.second_year),
  };
}

function toYear(year: number): string {
  return String(year).padStart(4, '0');
}
