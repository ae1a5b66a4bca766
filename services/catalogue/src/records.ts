import type { Config } from './config.ts';

/** Columns that brands, competitions and clubs have in common. */
export interface RecordRow {
  id: number;
  slug: string;
  name: string;
  logo: string | null;
  logo_dark: string | null;
}

/** The tables that a name search looks through. */
export type NamedTable = 'brands' | 'competitions' | 'clubs';

/** The archive's picture for what has no logo; it stands in wherever a logo must be. */
export function defaultLogo({ ARCHIVE_BASE_URL }: Config): string {
  return `${ARCHIVE_BASE_URL}/static/logos/not_found.png`;
}

/** What addresses of pictures are made with. */
export interface PictureOptions {
  /** The address under which the client reached the service. */
  baseUrl: string;
  /** What stands in where there is no logo. */
  logo: string;
}

/** A picture's address in full: a path is relative to the service's public address. */
export function toPublicAddress(address: string, baseUrl: string): string {
  return address.startsWith('/') ? `${baseUrl}${address}` : address;
}

/** The common part of a brand, competition or club as it is sent. */
export function toRecord(row: RecordRow, { baseUrl, logo }: PictureOptions) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: toPublicAddress(row.logo ?? logo, baseUrl),
    logo_dark: row.logo_dark && toPublicAddress(row.logo_dark, baseUrl),
  };
}
