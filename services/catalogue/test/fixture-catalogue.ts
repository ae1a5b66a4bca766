import { expect } from '@jest/globals';
import { query, type Database } from '@kitroom/server/database/database';

/** A kit of a test. Fields that the test does not need are omitted. */
export interface KitFixture {
  /** Default: the next number. */
  id?: number;
  /** The club's name. A line for the club is added. */
  club: string;
  /** `2024-25` by default. */
  season?: string;
  /** `Home` by default. */
  type?: string;
  /** The brand's name. */
  brand?: string;
  /** `<club> <season> <type>` by default. */
  name?: string;
  /** Derived from the name by default. */
  slug?: string;
  competitions?: readonly string[] | null;
  design?: string | null;
  primary_color?: string | null;
  secondary_colors?: readonly string[] | null;
  main_img_url?: string | null;
  id_archive?: number | null;
  rating?: number | null;
  former_slugs?: readonly string[] | null;
}

/** Returns a line for a club, a brand or a competition with this name. `fields` override it. */
export function recordLine(kind: 'club' | 'brand' | 'competition', name: string, fields: object = {}) {
  return { kind, slug: `${toSlug(name)}-kits`, name, ...fields };
}

/** Returns lines for kits, preceded by lines for their clubs and brands. */
export function kitLines(kits: readonly KitFixture[]): object[] {
  const clubs = new Set(kits.map(({ club }) => club));
  const brands = new Set(kits.map(({ brand = BRAND }) => brand));
  return [
    ...[...brands].map((name) => recordLine('brand', name)),
    ...[...clubs].map((name) => recordLine('club', name)),
    ...kits.map(toKitLine),
  ];
}

/** Converts a name to a slug. */
export function toSlug(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The id of the row that a key names; throws if there is no such row. */
export async function idOf(
  db: Database,
  table: 'brands' | 'clubs' | 'competitions' | 'kit_types' | 'kits' | 'seasons',
  key: string,
): Promise<number> {
  const column = { seasons: 'year', kit_types: 'name' }[table as string] ?? 'slug';
  const [row] = await query<{ id: number }>(db, `select id from ${table} where ${column} = ?`, [key]);
  if (!row) throw new Error(`${table} has no ${key}`);
  return row.id;
}

/** Matches the URL of a kit's drawn picture with any look. */
export function drawnPicture(url: string, id: number | string = '\\d+') {
  return expect.stringMatching(`^${url}/api/kits/${id}/picture\\.svg\\?v=[0-9a-z]+$`);
}

/** Returns the names of a response's entries, in order. */
export function namesOf(body: ReadonlyArray<{ name: string }>): string[] {
  return body.map(({ name }) => name);
}

const BRAND = 'adidas';

function toKitLine({ club, season = '2024-25', type = 'Home', brand = BRAND, ...fields }: KitFixture) {
  const name = fields.name ?? `${club} ${season} ${type}`;
  return {
    kind: 'kit',
    slug: `${toSlug(name)}-kit`,
    season,
    type,
    ...fields,
    name,
    club: `${toSlug(club)}-kits`,
    brand: `${toSlug(brand)}-kits`,
  };
}

/** The tables that an import writes, referenced tables first. */
export const TABLES = ['brands', 'competitions', 'clubs', 'seasons', 'kit_types', 'kits'] as const;

/**
 * SQL that removes all records with their audit log and restarts their ids. For a few records that takes a
 * fraction of a `truncate`, which recreates the files of all tables and indexes.
 */
export const EMPTY_CATALOGUE = [...TABLES, 'audit_log']
  .toReversed()
  .flatMap((table) => [`delete from ${table}`, `select setval('${table}_id_seq', 1, false)`])
  .join('; ');
