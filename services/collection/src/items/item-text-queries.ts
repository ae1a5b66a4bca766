import { TEXT_OF } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { COPIES } from '../reference/reference-fields.ts';

/** The fields whose texts may become names of records. */
export const NAMED_FIELDS = ['brand', 'club', 'season'] as const;

/** A text in place of the id of a record. */
export interface ItemTextOf {
  field: (typeof NAMED_FIELDS)[number];
  text: string;
}

/** The different texts of a field that follow `after`, in order. */
export function listTexts(
  db: Database,
  field: ItemTextOf['field'],
  after: string,
  limit: number,
): Promise<string[]> {
  const column = TEXT_OF[field];
  return db('items')
    .distinct(column)
    .whereNot(column, '')
    .where(column, '>', after)
    .orderBy(column)
    .limit(limit)
    .pluck<string[]>(column);
}

/** Gives all items with a text the id in its place. It is no change by their owners: `updated_at` stays. */
export async function replaceText(db: Database, { field, text }: ItemTextOf, id: number): Promise<void> {
  const column = TEXT_OF[field];
  // Locked in the order of all writes.
  const locked = db('items').select('id').where(column, text).orderBy('id').forUpdate();
  await db('items')
    .whereIn('id', locked)
    .where(column, text)
    .update({ [COPIES[field].column]: id, [column]: '' });
}
