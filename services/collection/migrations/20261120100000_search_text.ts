import type { Knex } from 'knex';
import { createSearchTextFunction } from '@kitroom/server/database/search-text';

/** Texts as searches compare them, without case and accents. */
export async function up(db: Knex): Promise<void> {
  await createSearchTextFunction(db);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop function search_text(text)');
}
