import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** The football association of a club of GB, which has several; that of others follows from their country. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table clubs
      add column association text constraint clubs_association_check
        check (association in ('ENG', 'SCO', 'WAL', 'NIR'))
    `,
  );
  await execute(db, "update clubs set country = 'GB', association = 'ENG' where country = 'EN'");
  await execute(db, "update competitions set country = 'GB' where country = 'EN'");
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table clubs drop column association');
}
