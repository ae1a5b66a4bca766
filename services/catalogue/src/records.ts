import type { Context } from './context.ts';

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
export function defaultLogo({ config }: Pick<Context, 'config'>): string {
  return `${config.ARCHIVE_BASE_URL}/static/logos/not_found.png`;
}

/** The common part of a brand, competition or club as it is sent. */
export function toRecord(row: RecordRow, fallbackLogo: string) {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    logo: row.logo ?? fallbackLogo,
    logo_dark: row.logo_dark,
  };
}
