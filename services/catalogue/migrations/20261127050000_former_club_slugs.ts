import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * A club's former slugs are in its row, as a kit's are: they are changed, logged and deleted with it. Uploaded imports
 * count the lines by former slugs that they left out. A view takes the place of the table, for replicas of the version
 * before, which read it.
 */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table clubs add column former_slugs text[] not null default '{}';
    update clubs set former_slugs = former.slugs
    from (select club_id, array_agg(slug order by slug collate "C") as slugs from former_club_slugs group by club_id)
      as former
    where former.club_id = clubs.id;
    create index clubs_former_slugs_idx on clubs (id) where former_slugs <> '{}';
    -- Unused since 1.0.0 but by the view of this name.
    drop table former_club_slugs;
    create view former_club_slugs as select unnest(former_slugs) as slug, id as club_id from clubs;
    drop function log_former_slugs();
    drop function forget_former_slugs() cascade;
    alter table uploaded_imports add column superseded integer not null default 0;
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop view former_club_slugs;
    create table former_club_slugs (slug text primary key, club_id integer not null);
    insert into former_club_slugs select unnest(former_slugs), id from clubs;
    create index former_club_slugs_club_id_idx on former_club_slugs (club_id);
    alter table clubs drop column former_slugs;
    alter table uploaded_imports drop column superseded;

    create function forget_former_slugs() returns trigger language plpgsql as $$
    begin
      delete from former_club_slugs where club_id not in (select id from clubs);
      return null;
    end
    $$;
    create trigger clubs_forget_former_slugs_delete after delete on clubs
      for each statement execute function forget_former_slugs();
    create trigger clubs_forget_former_slugs_truncate after truncate on clubs
      for each statement execute function forget_former_slugs();

    create function log_former_slugs() returns trigger language plpgsql as $$
    begin
      insert into changes (type, op, ids)
        select 'club', 'upsert', array[id] from clubs where id in (select club_id from changed);
      perform pg_notify('catalogue_changes', 'clubs');
      return null;
    end
    $$;
    create trigger former_club_slugs_log_insert after insert on former_club_slugs
      referencing new table as changed for each statement execute function log_former_slugs();
    create trigger former_club_slugs_log_updated after update on former_club_slugs
      referencing old table as changed for each statement execute function log_former_slugs();
    create trigger former_club_slugs_log_update after update on former_club_slugs
      referencing new table as changed for each statement execute function log_former_slugs();
    create trigger former_club_slugs_log_delete after delete on former_club_slugs
      referencing old table as changed for each statement execute function log_former_slugs();
    `,
  );
}
