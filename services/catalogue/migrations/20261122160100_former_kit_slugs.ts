import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Slugs that a kit had before: an import that brings one of them means this kit. Few kits have any. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table kits add column former_slugs text[] not null default '{}';
    create index kits_former_slugs_idx on kits (id) where former_slugs <> '{}';
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table kits drop column former_slugs');
}
