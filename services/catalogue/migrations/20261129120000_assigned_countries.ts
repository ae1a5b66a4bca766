import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** The code that is not assigned, and what it was meant for. The kits of a club have its country. */
export async function up(db: Knex): Promise<void> {
  await execute(db, "update clubs set country = 'GB' where country = 'UK'");
  await execute(db, "update competitions set country = 'GB' where country = 'UK'");
}

/** Which clubs had the other code is not known any more; GB is right for them in every version. */
export async function down(): Promise<void> {}
