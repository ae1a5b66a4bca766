import { query, type Database } from '@kitroom/server/database/database';

/** The channel on which the database's triggers name a table that changed, or what else to end. */
export const CHANGES_CHANNEL = 'catalogue_changes';

/** Has every process end the cached answers that show a table. */
export async function notifyChanges(db: Database, table: string): Promise<void> {
  await query(db, 'select pg_notify(?, ?)', [CHANGES_CHANNEL, table]);
}
