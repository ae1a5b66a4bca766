import type pg from 'pg';
import { describeTakenId } from './known-records.ts';
import type { InvalidLine } from './read-line.ts';

/**
 * Replaces former slugs in `incoming_kits` by the present slugs of the kits. Removes lines with a former slug
 * if the kit also has a line with its present slug, and returns their number.
 */
export async function resolveFormerSlugs(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(LEAVE_OUT_SUPERSEDED);
  await client.query(SET_PRESENT_SLUGS);
  return rowCount ?? 0;
}

/**
 * Removes kits whose id or former slugs belong to other kits from `incoming_kits`, and returns them in order.
 * Each slug must occur only once in the table.
 */
export async function removeConflictingKits(client: pg.Client): Promise<InvalidLine[]> {
  const ids = await client.query<{ line: number; slug: string; id: number; owner: string }>(TAKEN_IDS);
  const slugs = await client.query<{ line: number; slug: string; former: string; owner: string }>(
    TAKEN_SLUGS,
  );
  const invalid = [
    ...ids.rows.map(({ line, slug, id, owner }) => ({
      number: line,
      key: slug,
      reason: describeTakenId(id, 'kit', owner),
    })),
    ...slugs.rows.map(({ line, slug, former, owner }) => ({
      number: line,
      key: slug,
      reason:
        `"former_slugs" has ${JSON.stringify(former)}, which is ` +
        (owner === former ? 'the slug of another kit' : `a former slug of the kit ${JSON.stringify(owner)}`),
    })),
  ];
  const byLine = new Map(invalid.toReversed().map((line) => [line.number, line]));
  if (byLine.size > 0) {
    await client.query('delete from incoming_kits where line = any($1::integer[])', [[...byLine.keys()]]);
  }
  return [...byLine.values()].toSorted((left, right) => left.number - right.number);
}

/** Selects the former slugs that remain in the catalogue because no line replaces them. */
const KEPT_SLUGS = `
  select kits.slug, former
  from kits cross join unnest(kits.former_slugs) as former
  where kits.former_slugs <> '{}' and not exists (
    select 1 from incoming_kits where incoming_kits.slug = kits.slug and incoming_kits.former_slugs is not null
  )
`;

/**
 * Deletes lines with a former slug of a kit that is also in the input. The former slugs are those that kits
 * keep, and those that earlier lines set.
 */
const LEAVE_OUT_SUPERSEDED = `
  delete from incoming_kits using (
    select former, 0 as line from (${KEPT_SLUGS}) as kept join incoming_kits using (slug)
    union all
    select former, case when kits.former_slugs @> array[former] then 0 else incoming_kits.line end
    from incoming_kits cross join unnest(incoming_kits.former_slugs) as former left join kits using (slug)
  ) as present
  where incoming_kits.slug = present.former and incoming_kits.line > present.line
    and not exists (select from kits where kits.slug = incoming_kits.slug)
`;

/** Replaces former slugs by present ones. A kit keeps its former slugs in addition to those of its line. */
const SET_PRESENT_SLUGS = `
  update incoming_kits
  set slug = kept.slug, former_slugs = case when incoming_kits.former_slugs is not null then array(
    select unnest(kits.former_slugs) union select unnest(incoming_kits.former_slugs) except select kept.slug
  ) end
  from (${KEPT_SLUGS}) as kept join kits using (slug)
  where incoming_kits.slug = kept.former
`;

/**
 * Selects new kits whose id belongs to another kit. If several new kits have the same id, the first one gets
 * it.
 */
const TAKEN_IDS = `
  select line, slug, id, owner
  from (
    select incoming.line, incoming.slug, incoming.id,
      coalesce(kits.slug, first_value(incoming.slug) over claims) as owner,
      kits.id is not null or row_number() over claims > 1 as is_taken
    from incoming_kits as incoming left join kits on kits.id = incoming.id
    where incoming.id is not null and not exists (select 1 from kits where kits.slug = incoming.slug)
    window claims as (partition by incoming.id order by incoming.line)
  ) as claimed
  where is_taken
  order by line
`;

const TAKEN_SLUGS = `
  with kept as (${KEPT_SLUGS}), given as (
    select line, slug, former from incoming_kits cross join unnest(former_slugs) as former
  ), first_given as (
    select distinct on (former) former, slug, line from given order by former, line
  )
  select given.line, given.slug, given.former,
    coalesce(kits.slug, incoming_kits.slug, kept.slug, first_given.slug) as owner
  from given
  left join kits on kits.slug = given.former
  left join incoming_kits on incoming_kits.slug = given.former
  left join kept on kept.former = given.former
  left join first_given on first_given.former = given.former and first_given.line < given.line
  where coalesce(kits.slug, incoming_kits.slug, kept.slug, first_given.slug) is not null
  order by given.line
`;
