import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { createJobsTable, dropJobsTable } from '@kitroom/server/jobs/queue-schema';

/** Photos, and the queue in which the jobs of the service wait. */
export async function up(db: Knex): Promise<void> {
  await execute(db, PHOTOS);
  await createJobsTable(db);
}

export async function down(db: Knex): Promise<void> {
  await dropJobsTable(db);
  await execute(db, 'drop table photos;');
}

/** The keys name files in the storage; those of the AVIF and the thumbnail are null until a job has made them. */
const PHOTOS = `
create table photos (
  id integer generated always as identity primary key,
  user_id integer not null constraint photos_user_id_fkey references users on delete cascade,
  -- Null while it waits to be attached to an item.
  item_id integer constraint photos_item_id_fkey references items on delete cascade,
  image_key text not null constraint photos_image_key_key unique,
  avif_key text constraint photos_avif_key_key unique,
  thumbnail_key text constraint photos_thumbnail_key_key unique,
  width integer not null,
  height integer not null,
  caption text not null default '',
  sort_order integer not null default 0,
  uploaded_at timestamptz not null default now(),
  -- How often the job has begun with this image: one that ends its process each time is given up.
  attempts smallint not null default 0
);

create index photos_item_id_idx on photos (item_id, sort_order, id);
create index photos_user_id_idx on photos (user_id, id);
create index photos_unfinished_idx on photos (id) where avif_key is null or thumbnail_key is null;
create index photos_unattached_idx on photos (uploaded_at) where item_id is null;
`;
