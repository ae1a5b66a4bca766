import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Codes that are not assigned, and what they were meant for. The kits of a club have its country. */
export async function up(db: Knex): Promise<void> {
  await execute(db, "update clubs set country = 'GB' where country in ('UK', 'EN')");
  await execute(db, "update competitions set country = 'GB' where country in ('UK', 'EN')");
}

/** Which clubs had the other code is not known any more; GB is right for them in every version. */
export async function down(): Promise<void> {}
