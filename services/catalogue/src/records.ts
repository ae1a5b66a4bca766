import type { Config } from './config.ts';

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

/** The order of kit types in searches and club lists, for a table or alias named `kit_types`. */
export const KIT_TYPE_ORDER =
  'kit_types.category_order, kit_types.is_goalkeeper, kit_types.order_priority, kit_types.name';

/** The tables with a name search. */
export type NamedTable = 'brands' | 'competitions' | 'clubs';

/** The archive's placeholder for a missing logo. */
export function defaultLogo({ ARCHIVE_BASE_URL }: Config): string {
  return `${ARCHIVE_BASE_URL}/static/logos/not_found.png`;
}

/** What picture URLs are built from. */
export interface PictureOptions {
  /** The URL at which the client reached the service. */
  baseUrl: string;
  /** The URL used for missing logos. */
  logo: string;
}

/** Converts a stored path to an absolute URL; other URLs are unchanged. */
export function toPublicAddress(address: string, baseUrl: string): string {
  return address.startsWith('/') ? `${baseUrl}${address}` : address;
}

/** The fields shared by brands, competitions and clubs. */
export function toRecord(row: RecordRow, { baseUrl, logo }: PictureOptions) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: toPublicAddress(row.logo ?? logo, baseUrl),
    logo_dark: row.logo_dark && toPublicAddress(row.logo_dark, baseUrl),
  };
}
