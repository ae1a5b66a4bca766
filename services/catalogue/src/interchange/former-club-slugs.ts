import type pg from 'pg';
import type { Line } from './line-schemas.ts';
import type { KnownRecords } from './known-records.ts';
import { LineError } from './read-line.ts';

/** The former slugs of clubs as they will be after the lines that have been read. */
export interface FormerClubSlugs {
  /** The id of the club that has this former slug. */
  findId(slug: string): number | undefined;
  /** The former slugs of a club. */
  of(clubId: number): readonly string[];
  /** Throws a LineError if the line's former slugs belong to other clubs. */
  check(club: Line<'club'>): void;
  /** Replaces the former slugs of a club; absent changes nothing. */
  set(clubId: number, slugs: readonly string[] | null | undefined): void;
}

export async function readFormerClubSlugs(
  client: pg.Client,
  records: KnownRecords,
): Promise<FormerClubSlugs> {
  const { rows } = await client.query<{ id: number; slugs: string[] }>(
    "select id, former_slugs as slugs from clubs where former_slugs <> '{}'",
  );
  const slugsOf = new Map(rows.map(({ id, slugs }) => [id, slugs]));
  const owners = new Map(rows.flatMap(({ id, slugs }) => slugs.map((slug) => [slug, id])));

  return {
    findId: (slug) => owners.get(slug),
    of: (clubId) => slugsOf.get(clubId) ?? [],
    check({ slug: key, former_slugs: slugs }) {
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
      for (const slug of slugsOf.get(clubId) ?? []) owners.delete(slug);
      for (const slug of slugs ?? []) owners.set(slug, clubId);
      slugsOf.set(clubId, [...(slugs ?? [])]);
    },
  };
}
