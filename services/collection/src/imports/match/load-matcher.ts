import type { Database } from '@kitroom/server/database/database';
import type { ImportRecord } from '../import-queries.ts';
import { listExternalIds } from '../import-row-queries.ts';
import { sourceOf } from '../source-name.ts';
import { listItemsAfter, type SourcedItem } from './item-match-queries.ts';
import { createItemMatcher } from './match-items.ts';

const BATCH = 500;

/** Reads the user's items; kept are only those that an update may need to be compared with. */
export async function loadMatcher(db: Database, record: ImportRecord) {
  const { mapping, options, user_id: userId } = record;
  const matcher = createItemMatcher(mapping);
  const items = new Map<number, SourcedItem>();
  if (options.on_match === 'add') return { matcher, items };
  const source = sourceOf(record);
  for (let after = 0; ;) {
    const page = await listItemsAfter(db, { userId, source, after, limit: BATCH });
    const last = page.at(-1);
    if (!last) break;
    for (const item of page) {
      matcher.add(item);
      if (options.on_match === 'update') items.set(item.id, item);
    }
    after = last.id;
  }
  const column = Object.entries(mapping).find(([, field]) => field === 'external_id')?.[0];
  if (column !== undefined) {
    const rows = await listExternalIds(db, record.id, column);
    // Only an export of our own says when an item was created.
    matcher.claim(source === 'kitroom' ? rows : rows.map((row) => ({ ...row, created_at: null })));
  }
  return { matcher, items };
}
