import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod';
import type { listItemChanges as contract, itemChange } from '@kitroom/collection-client';
import { inSnapshot, type Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import type { InputOf } from '@kitroom/shared';
import { CHANGE_PAGE_BYTES_MAX, OLD_DELETIONS_PAGE, READ_BYTES } from '../limits.ts';
import { photosOfItems, type PhotoRow } from '../photos/photo-queries.ts';
import { splitBySize } from '../split-by-size.ts';
import {
  findItemChangeCounter,
  listItemChangesAfter,
  listNamedItems,
  listUsersWithOldDeletions,
  removeOldDeletions,
  type ItemChangeRow,
} from './item-change-queries.ts';
import type { NamedItemRow } from './item-columns.ts';

type ItemChange = z.input<typeof itemChange>;

/** Turns an item with its photos into a record. */
type ShowItem = (row: NamedItemRow, photos: readonly PhotoRow[]) => ItemChange['record'];

/** The position up to which a client has read. */
interface Position {
  /** The sequence of the last change that the client has read. */
  sequence: number;
  /**
   * The last sequence when a listing from 0 started; the same as `sequence` after the listing has reached it.
   */
  start: number;
}

/** The number of records after which other requests are served. */
const RECORDS_AT_ONCE = 50;

/**
 * Returns the JSON of a page of a user's changes with the current items, from one snapshot. Throws a 410 if
 * the client may have missed a deletion that is no longer listed, or is ahead of the last change, because an
 * older database was restored.
 */
export function listItemChanges(
  db: Database,
  userId: number,
  { after, limit }: InputOf<typeof contract>['query'],
  show: ShowItem,
): Promise<string> {
  return inSnapshot(db, async (snapshot) => {
    const counter = await findItemChangeCounter(snapshot, userId);
    const last = counter.last_sequence;
    const position = toPosition(after, last);
    const { sequence, start } = position;
    if (start < counter.removed_sequence || Math.max(sequence, start) > last) throw changesGone();
    const rows = await listItemChangesAfter(snapshot, userId, { ...position, limit: limit + 1 });
    // Limits the items that are read to those that can fit into the page.
    const [readable = []] = splitBySize(rows, { count: limit, bytes: READ_BYTES });
    const changes = await toJson(snapshot, readable, show);
    const [listed = []] = splitBySize(changes, { count: limit, bytes: CHANGE_PAGE_BYTES_MAX });
    const hasMore = listed.length < rows.length;
    const reached = hasMore ? (rows[listed.length - 1]?.sequence ?? sequence) : last;
    const next = reached >= start ? `${reached}` : `${reached}-${start}`;
    return `{"items":[${listed.map(({ json }) => json).join(',')}],"next":"${next}","has_more":${hasMore}}`;
  });
}

/** Removes deletions that are no longer listed. */
export async function cleanUpItemChanges({ db }: { db: Database }): Promise<void> {
  for (const userId of await listUsersWithOldDeletions(db, OLD_DELETIONS_PAGE))
    await removeOldDeletions(db, userId);
}

/**
 * Parses `after`. Deletions before the start of a listing are left out, as the client never had these items.
 */
function toPosition(after: string, last: number): Position {
  const [sequence = 0, start = sequence] = after.split('-').map(Number);
  return { sequence, start: sequence === 0 ? last : Math.max(sequence, start) };
}

async function toJson(
  db: Database,
  rows: readonly ItemChangeRow[],
  show: ShowItem,
): Promise<Array<{ json: string; bytes: number }>> {
  const ids = rows.filter((row) => !row.is_deleted).map(({ id }) => id);
  const items = new Map((await listNamedItems(db, ids)).map((item) => [item.id, item]));
  const photos = Map.groupBy(await photosOfItems(db, ids), ({ item_id: id }) => id);
  const changes = [];
  for (const [index, row] of rows.entries()) {
    if (index % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) await setImmediate();
    const item = items.get(row.id);
    const json = JSON.stringify(toChange(row, item && show(item, photos.get(row.id) ?? [])));
    // One more byte for the comma.
    changes.push({ json, bytes: Buffer.byteLength(json) + 1 });
  }
  return changes;
}

function toChange({ sequence, id, is_deleted, at }: ItemChangeRow, record: ItemChange['record']): ItemChange {
  const op = is_deleted ? 'delete' : 'upsert';
  return { sequence, op, id, at: at.toISOString(), ...(record && { record }) };
}

function changesGone(): ServiceError {
  return new ServiceError('gone', 'These changes are no longer listed: start again with after=0.');
}
