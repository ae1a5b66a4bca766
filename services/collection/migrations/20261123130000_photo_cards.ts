import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** A third rendition of photos, for grids; those of existing photos are made by the next maintenance. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table photos add column card_key text constraint photos_card_key_key unique;
    create index photos_missing_renditions_idx on photos (id)
      where avif_key is null or card_key is null or thumbnail_key is null;
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table photos drop column card_key;');
}
