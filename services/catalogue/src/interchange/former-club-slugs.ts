import type pg from 'pg';
import type { Line } from './line-schemas.ts';
import type { KnownRecords } from './known-records.ts';
import { LineError } from './read-line.ts';

export interface FormerClubSlugs {
  /** The id of the club into which the club with this slug was merged. */
  findId(slug: string): number | undefined;
  /** Throws a LineError if the line's former slugs belong to other clubs. */
  check(club: Line<'club'>): void;
  /** Replaces the former slugs of a club; absent changes nothing. */
  set(clubId: number, slugs: readonly string[] | null | undefined): void;
  /** Writes the changes; returns the numbers of rows. */
  write(): Promise<{ inserted: number; removed: number }>;
}

export async function readFormerClubSlugs(
  client: pg.Client,
  records: KnownRecords,
): Promise<FormerClubSlugs> {
  const { rows } = await client.query<{ slug: string; id: number }>(
    'select slug, club_id as id from former_club_slugs',
  );
  const owners = new Map(rows.map(({ slug, id }) => [slug, id]));
  const slugsOf = new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [id, of.map(({ slug }) => slug)]),
  );
  const added = new Map<string, number>();
  const removed = new Set<string>();
  const givenByLines = new Set<string>();

  return {
    findId: (slug) => owners.get(slug),
    check({ slug: key, former_slugs: slugs }) {
      if (givenByLines.has(key))
        throw new LineError('an earlier line gives its slug as a former one of another club', key);
      for (const slug of slugs ?? []) {
        const reject = (what: string) => {
          throw new LineError(`"former_slugs" has ${JSON.stringify(slug)}, which is ${what}`, key);
        };
        if (slug === key) reject('its slug now');
        if (records.findId('club', slug) !== undefined) reject('the slug of another club');
        const owner = owners.get(slug);
        if (owner !== undefined && owner !== records.findId('club', key))
          reject('a former slug of another club');
      }
    },
    set(clubId, slugs) {
      if (slugs === undefined) return;
      const before = slugsOf.get(clubId) ?? [];
      const after = slugs ?? [];
      for (const slug of after) givenByLines.add(slug);
      for (const slug of before.filter((one) => !after.includes(one))) {
        owners.delete(slug);
        if (!added.delete(slug)) removed.add(slug);
      }
      for (const slug of after.filter((one) => !before.includes(one))) {
        owners.set(slug, clubId);
        added.set(slug, clubId);
      }
      slugsOf.set(clubId, [...after]);
    },
    async write() {
      const counts = { inserted: added.size, removed: removed.size };
      if (removed.size > 0) {
        await client.query('delete from former_club_slugs where slug = any($1::text[])', [[...removed]]);
      }
      if (added.size > 0) {
        await client.query(
          'insert into former_club_slugs (slug, club_id) select * from unnest($1::text[], $2::integer[])',
          [[...added.keys()], [...added.values()]],
        );
      }
      return counts;
    },
  };
}
