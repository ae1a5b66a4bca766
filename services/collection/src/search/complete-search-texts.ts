import { setImmediate } from 'node:timers/promises';
import { query, type Database } from '@kitroom/server/database/database';
import { fold } from '@kitroom/shared';
import { ITEM_COLUMNS } from '../items/item-columns.ts';
import type { ItemVersion } from '../items/item-queries.ts';
import { BATCH_TEXTS } from '../limits.ts';
import { COPIES } from '../reference/reference-fields.ts';
import { toItemSearchTexts } from './item-search-texts.ts';
import { toSearchText } from './spell-text.ts';

/**
 * Fills in missing search texts, of rows written by the previous version and of items whose texts a job has
 * replaced. `updated_at` stays, as their owners have not changed anything.
 */
export async function completeSearchTexts(db: Database, signal: AbortSignal): Promise<'done' | 'unfinished'> {
  for (const { table } of Object.values(COPIES)) {
    const name = table === 'seasons' ? 'year' : 'name';
    await completeAll(signal, (after) => completeNames(db, { table, name, to: 'names_search' }, after));
  }
  await completeAll(signal, (after) =>
    completeNames(db, { table: 'users', name: 'name', to: 'name_search' }, after),
  );
  await completeAll(signal, (after) => completeItems(db, after));
  return signal.aborted ? 'unfinished' : 'done';
}

/**
 * Processes all rows in batches by id; `complete` returns the last id of a batch, or undefined at the end.
 */
async function completeAll(
  signal: AbortSignal,
  complete: (after: number) => Promise<number | undefined>,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined && !signal.aborted;) last = await complete(last);
}

interface NameColumns {
  table: string;
  name: string;
  to: 'names_search' | 'name_search';
}

async function completeNames(
  db: Database,
  { table, name, to }: NameColumns,
  after: number,
): Promise<number | undefined> {
  const rows = await db(table)
    .whereNull(to)
    .whereNotNull(name)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_TEXTS)
    .select<Array<{ id: number; text: string }>>('id', { text: name });
  const completed = rows.map(({ id, text }) => ({
    id,
    text,
    search_text: to === 'names_search' ? toSearchText(text) : fold(text),
  }));
  await query(
    db,
    `with due as (
       select ${table}.id, fresh.search_text
       from jsonb_to_recordset(?::jsonb) as fresh (id integer, text text, search_text text)
       join ${table} on ${table}.id = fresh.id and ${table}.${name} = fresh.text and ${table}.${to} is null
       order by ${table}.id for update of ${table} skip locked
     )
     update ${table} set ${to} = due.search_text from due where ${table}.id = due.id`,
    [JSON.stringify(completed)],
  );
  return rows.at(-1)?.id;
}

async function completeItems(db: Database, after: number): Promise<number | undefined> {
  const rows = await query<ItemVersion>(
    db,
    `select ${ITEM_COLUMNS}, items.xmin::text as version from items
     where search_texts_at is null and id > ? order by id limit ?`,
    [after, BATCH_TEXTS],
  );
  const completed = [];
  for (const row of rows) {
    completed.push({ id: row.id, version: row.version, ...toItemSearchTexts(row) });
    await setImmediate();
  }
  // Items that have changed in the meantime are skipped: the change or the next run completes them.
  await query(
    db,
    `with due as (
       select items.id, fresh.name_search, fresh.player_name_search, fresh.short_search_text, fresh.search_text,
         fresh.private_search_text, fresh.season_text_decade
       from jsonb_to_recordset(?::jsonb) as fresh (
         id integer, version text, name_search text, player_name_search text, short_search_text text,
         search_text text, private_search_text text, season_text_decade smallint
       )
       join items on items.id = fresh.id and items.xmin::text = fresh.version
       order by items.id for update of items skip locked
     )
     update items
     set name_search = due.name_search, player_name_search = due.player_name_search,
       short_search_text = due.short_search_text, search_text = due.search_text,
       private_search_text = due.private_search_text, season_text_decade = due.season_text_decade,
       search_texts_at = clock_timestamp()
     from due where items.id = due.id`,
    [JSON.stringify(completed)],
  );
  return rows.at(-1)?.id;
}
