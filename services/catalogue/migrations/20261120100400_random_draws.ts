import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * The shuffled orders of the random lists: one draw a list and half hour, cut into chunks of ids, so that a page
 * reads one or two chunks by key however long the list is.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, TABLES);
  await execute(db, LEAVE_DRAW);
  await execute(db, TRIGGERS);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop function leave_kits_draw() cascade;
    drop function leave_clubs_draw() cascade;
    drop function leave_draw(text, integer[]);
    drop table random_draw_chunks, random_draws;
    `,
  );
}

const TABLES = `
create table random_draws (
  list text not null constraint random_draws_list_check check (list in ('kits', 'clubs')),
  -- Half hours since 1970.
  period bigint not null,
  -- How many were drawn, and how many of them are gone since.
  drawn integer not null,
  gone integer not null default 0,
  primary key (list, period)
);

create table random_draw_chunks (
  list text not null,
  period bigint not null,
  chunk integer not null,
  -- 1,000 ids, fewer in the last chunk; 0 where one is gone, so that the others keep their places.
  ids integer[] not null,
  primary key (list, period, chunk),
  constraint random_draw_chunks_draw_fkey foreign key (list, period) references random_draws on delete cascade
);
`;

/** Many at once are cheaper drawn anew than looked for one by one. */
const LEAVE_DRAW = `
create function leave_draw(from_list text, leaving integer[]) returns void language plpgsql as $$
begin
  if leaving is null then
    return;
  elsif cardinality(leaving) > 1000 then
    delete from random_draws where list = from_list;
    return;
  end if;
  update random_draws as draw
  set gone = draw.gone + (
    select count(*)
    from random_draw_chunks as chunks, unnest(chunks.ids) as id
    where chunks.list = draw.list and chunks.period = draw.period and id = any(leaving)
  )
  where draw.list = from_list;
  update random_draw_chunks
  set ids = (
    select array_agg(case when id = any(leaving) then 0 else id end order by place)
    from unnest(ids) with ordinality as places (id, place)
  )
  where list = from_list and ids && leaving;
end
$$;
`;

const TRIGGERS = `
create function leave_kits_draw() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from random_draws where list = 'kits';
  else
    perform leave_draw('kits', (select array_agg(id) from removed));
  end if;
  return null;
end
$$;

create function leave_clubs_draw() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform leave_draw('clubs', (select array_agg(id) from removed where has_logo));
  else
    perform leave_draw('clubs', (
      select array_agg(removed.id) from removed join added using (id)
      where removed.has_logo and not added.has_logo
    ));
  end if;
  return null;
end
$$;

create trigger kits_leave_draw_delete after delete on kits
  referencing old table as removed for each statement execute function leave_kits_draw();
create trigger kits_leave_draw_truncate after truncate on kits
  for each statement execute function leave_kits_draw();
create trigger clubs_leave_draw_delete after delete on clubs
  referencing old table as removed for each statement execute function leave_clubs_draw();
create trigger clubs_leave_draw_update after update on clubs
  referencing old table as removed new table as added
  for each statement execute function leave_clubs_draw();
`;
