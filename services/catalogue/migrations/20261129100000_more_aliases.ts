import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Alternative names of brands and competitions, as clubs have them. */
export async function up(db: Knex): Promise<void> {
  await execute(db, "alter table brands add column aliases text[] not null default '{}'");
  await execute(db, "alter table competitions add column aliases text[] not null default '{}'");
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table brands drop column aliases');
  await execute(db, 'alter table competitions drop column aliases');
}
