import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Exports name records of the catalogue by slug too. It is null until a copy is refreshed, within a day and a half. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table brands add column slug text;
    alter table clubs add column slug text;
    alter table kits add column slug text;
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table brands drop column slug;
    alter table clubs drop column slug;
    alter table kits drop column slug;
    `,
  );
}
