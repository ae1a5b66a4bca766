import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

const STATUSES = ['new', 'update', 'unchanged', 'ambiguous', 'invalid', 'added', 'updated', 'failed'];

/** Imports tell which sheets they were read from, why rows were skipped and what was wrong with single cells. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => {
    table.jsonb('sheets').notNullable().defaultTo('[]');
    table.text('encoding');
  });
  await db.schema.alterTable('import_rows', (table) => {
    table.text('sheet');
    table.jsonb('problems');
    table.text('skip_reason');
  });
  await allowStatuses(db, [...STATUSES, 'skipped']);
}

export async function down(db: Knex): Promise<void> {
  await db('import_rows').where({ status: 'skipped' }).update({ status: 'unchanged' });
  await allowStatuses(db, STATUSES);
  await db.schema.alterTable('import_rows', (table) => {
    table.dropColumns('sheet', 'problems', 'skip_reason');
  });
  await db.schema.alterTable('imports', (table) => {
    table.dropColumns('sheets', 'encoding');
  });
}

function allowStatuses(db: Knex, statuses: readonly string[]): Promise<void> {
  const list = statuses.map((status) => `'${status}'`).join(', ');
  return execute(
    db,
    `alter table import_rows drop constraint import_rows_status_check,
       add constraint import_rows_status_check check (status in (${list}))`,
  );
}
