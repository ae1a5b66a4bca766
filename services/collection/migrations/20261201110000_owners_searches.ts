import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Owners search their private texts; names are sorted with their numbers by value. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create collation by_number (provider = icu, locale = 'und-u-kn-true');
    create index items_private_texts_idx on items (user_id)
    where notes <> '' or location <> '' or acquired_from <> '';
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop index items_private_texts_idx; drop collation by_number;');
}
