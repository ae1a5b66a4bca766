import { queryOnce } from '@kitroom/devstack/query-once';

/** The collections to create. */
export interface LargeCollections {
  /** How many items each owner has; the first owner gets the user id 1. */
  owners: readonly number[];
  /** How many items others have, a hundred each. */
  others: number;
}

const BRANDS = 80;
const CLUBS = 2000;
const SEASONS = 75;
const KITS = 5000;
const ITEMS_OF_OTHERS = 100;

/**
 * Fills a migrated, empty collection database. The items of all users arrive mixed, as in years of use, so that an
 * owner's rows are spread over the whole table; a third has a photo. Foreign keys are not checked.
 */
export async function fillCollections(url: string, { owners, others }: LargeCollections): Promise<void> {
  await queryOnce(url, USERS, [owners.length, Math.ceil(others / ITEMS_OF_OTHERS)]);
  await queryOnce(url, REFERENCES);
  await queryOnce(
    url,
    `set session_replication_role = replica; ${COUNTING}; ${toItems(owners, others)}; ${PHOTOS}`,
  );
  await queryOnce(url, 'vacuum analyze');
}

/** How many players there are: `Player 7` is in one of so many items. */
export const PLAYERS = 500;

const USERS = `
insert into users (username, username_key, email, email_key, email_verified_at)
select 'collector-' || n, 'collector-' || n, n || '@example.org', n || '@example.org', now()
from generate_series(1, $1::integer + $2::integer) as n`;

const REFERENCES = `
insert into brands (id, name, taken_at) select n, 'Brand ' || n, now() from generate_series(1, ${BRANDS}) as n;
insert into clubs (id, name, logo, taken_at)
select n, 'Club ' || n, 'https://cdn.example.org/' || n || '.png', now() from generate_series(1, ${CLUBS}) as n;
insert into seasons (id, year, taken_at) select n, 1949 + n, now() from generate_series(1, ${SEASONS}) as n;
insert into kits (id, name, taken_at) select n, 'Kit ' || n, now() from generate_series(1, ${KITS}) as n;`;

/** Numbers only: the statements are sent together, which allows no parameters. */
function toItems(owners: readonly number[], others: number): string {
  const own = owners.map(
    (items, at) =>
      `select ${at + 1} as user_id, (k + 0.5) / ${items} as place from generate_series(0, ${items - 1}) as k`,
  );
  const collectors = Math.ceil(others / ITEMS_OF_OTHERS);
  const foreign = `
    select ${owners.length + 1} + k % ${Math.max(1, collectors)}, (k + 0.5) / ${Math.max(1, others)}
    from generate_series(0, ${others - 1}) as k`;
  return `
insert into items (user_id, item_type, name, brand_id, club_id, season_id, kit_id, condition, description, is_replica,
  is_private, is_draft, design, main_color, secondary_colors, country, tags, tag_keys, size, player_name, number,
  is_fan_version, is_signed, has_nameset, is_short_sleeve, created_at)
select user_id, 'jersey', 'Home shirt number ' || n, 1 + n % ${BRANDS}, 1 + n * 7 % ${CLUBS}, 1 + n % ${SEASONS},
  1 + n % ${KITS}, 1 + n % 10, 'Bought at the stadium, worn twice, kept in a bag since; season ' || n % 70, n % 9 = 0,
  n % 10 = 0, n % 50 = 0, 'Stripes', 1 + n % 15, array[1 + n % 7]::smallint[], 'ES', array['retro', 'home'],
  array['retro', 'home'], 1 + n % 8, 'Player ' || n % ${PLAYERS}, n % 30, true, n % 13 = 0, true, true,
  now() - interval '5 years' * (1 - place)
from (
  select user_id, place, row_number() over (order by place, user_id) as n
  from (${[...own, foreign].join(' union all ')}) as mixed
) as numbered
order by n`;
}

const PHOTOS = `
insert into photos (user_id, item_id, image_key, avif_key, thumbnail_key, width, height)
select user_id, id, 'photos/' || id || '.jpg', 'photos/' || id || '.avif', 'photos/' || id || '-small.avif', 4000, 3000
from items where id % 3 = 0`;

/** The triggers that count fire nevertheless. */
const COUNTING = `
do $$ declare counting text; begin
  for counting in select tgname from pg_trigger where tgrelid = 'items'::regclass and not tgisinternal loop
    execute format('alter table items enable always trigger %I', counting);
  end loop;
end $$`;
