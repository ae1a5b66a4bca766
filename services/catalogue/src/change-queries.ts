import { query, type Database } from '@kitroom/server/database/database';

/** The channel on which database triggers send the name of a changed table, or what else to invalidate. */
export const CHANGES_CHANNEL = 'catalogue_changes';

/** Makes all processes invalidate cached responses that show a table. */
export async function notifyChanges(db: Database, table: string): Promise<void> {
  await query(db, 'select pg_notify(?, ?)', [CHANGES_CHANNEL, table]);
}
