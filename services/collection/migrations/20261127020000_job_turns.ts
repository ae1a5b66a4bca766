import type { Knex } from 'knex';
import { addJobTurns, dropJobTurns } from '@kitroom/server/jobs/queue-schema';

/** The owners of jobs take turns, and a job that makes no progress is given up. */
export async function up(db: Knex): Promise<void> {
  await addJobTurns(db);
}

export async function down(db: Knex): Promise<void> {
  await dropJobTurns(db);
}
