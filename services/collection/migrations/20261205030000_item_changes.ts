import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';
import { addOwner } from './baseline/accounts.ts';

/**
 * Adds the changes of each user's items, in the order of their commits, for clients that keep a copy. An
 * item's `updated_at` changes with its photos. Triggers do both, so that writes of the previous version are
 * included. The next migration gives existing items their places. `docs/decisions/0050-changes-of-items.md`
 * explains the numbers.
 */
export async function up(db: Knex): Promise<void> {
  await createChanges(db);
  await createNotes(db);
  await createCounters(db);
  await db.schema.alterTable('import_rows', (table) => {
    // The item's `updated_at` if only its photos have changed since `written_at`.
    table.timestamp('photos_changed_at');
  });
  await db.raw(NUMBER_CHANGES);
  await db.raw(NOTE_ITEMS);
  await db.raw(TOUCH_ITEMS);
  // The place of an existing item is its id, and the counters start after all of these, so that assigning the
  // places needs no lock. Creating the triggers has locked out writers.
  await db.raw(`
    insert into item_change_counters (user_id, last_sequence)
    select id, (select coalesce(max(id), 0) from items) from users
  `);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`
    drop function note_changed_items(), note_updated_items(), touch_items_of_photos() cascade
  `);
  for (const table of ['item_changes', 'item_change_notes', 'item_change_counters'])
    await db.schema.dropTable(table);
  await db.raw('drop function number_item_changes()');
  await db.schema.alterTable('import_rows', (table) => table.dropColumn('photos_changed_at'));
}

/** Each item has one row, with its last change. A deleted item has no row in `items`. */
async function createChanges(db: Knex): Promise<void> {
  await db.schema.createTable('item_changes', (table) => {
    table.integer('item_id').primary();
    table.integer('user_id').notNullable();
    table.bigInteger('sequence').notNullable();
    table.boolean('is_deleted').notNullable().defaultTo(false);
    table.timestamp('at').notNullable();
    addOwner(table, 'item_changes');
    table.unique(['user_id', 'sequence'], { indexName: 'item_changes_sequence_key' });
    table.index('at', 'item_changes_deleted_idx', { predicate: db.whereRaw('is_deleted') });
  });
}

/** The changes of uncommitted transactions, with a row for each user and statement. */
async function createNotes(db: Knex): Promise<void> {
  await db.schema.createTable('item_change_notes', (table) => {
    addIdentity(table, 'bigint');
    table.integer('user_id').notNullable();
    table.specificType('item_ids', 'integer[]').notNullable();
  });
  // The table can be unlogged, as a crash ends all uncommitted transactions.
  await db.raw('alter table item_change_notes set unlogged');
}

/** The last number of each user's changes. Users without a row have changed nothing yet. */
async function createCounters(db: Knex): Promise<void> {
  await db.schema.createTable('item_change_counters', (table) => {
    table.integer('user_id').primary();
    table.bigInteger('last_sequence').notNullable();
    // Deletions up to this number may have been removed.
    table.bigInteger('removed_sequence').notNullable().defaultTo(0);
    addOwner(table, 'item_change_counters');
  });
  await db.raw('alter table item_change_counters set (fillfactor = 50)');
}

/**
 * Numbers changes when their transaction commits. The counter's lock is held until the commit is visible, so
 * that a reader of a number sees all lower ones. No lock that other writers wait for is taken after it, so
 * writers never deadlock: a row of `item_changes` belongs to the transaction that has locked the item. The
 * changes of a deleted user are deleted as well.
 */
const NUMBER_CHANGES = `
create function number_item_changes() returns trigger language plpgsql as $$
begin
  with noted as (
    delete from item_change_notes where id = new.id
  ), counted as (
    insert into item_change_counters as counters (user_id, last_sequence)
    select id, cardinality(new.item_ids) from users where id = new.user_id
    on conflict (user_id) do update set last_sequence = counters.last_sequence + excluded.last_sequence
    returning last_sequence
  )
  insert into item_changes (item_id, user_id, sequence, is_deleted, at)
  select note.item_id, new.user_id, last_sequence - cardinality(new.item_ids) + note.place,
    not exists (select from items where items.id = note.item_id), clock_timestamp()
  from counted cross join unnest(new.item_ids) with ordinality as note (item_id, place)
  on conflict (item_id) do update
  set sequence = excluded.sequence, is_deleted = excluded.is_deleted, at = excluded.at;
  return null;
end $$;

create constraint trigger item_change_notes_number after insert on item_change_notes
deferrable initially deferred for each row execute function number_item_changes();
`;

/** The columns that only a job writes, and no client sees. */
const SEARCH_TEXTS = `array[
  'name_search', 'player_name_search', 'search_text', 'short_search_text', 'private_search_text', 'search_texts_at',
  'season_text_decade'
]`;

/**
 * Notes changes in the order of users, so that transactions that change items of several users lock their
 * counters in the same order.
 */
function noteChanges(changes: string): string {
  return `
  insert into item_change_notes (user_id, item_ids)
  select user_id, array_agg(id order by id) from ${changes} group by user_id order by user_id;`;
}

const NOTE_ITEMS = `
create function note_changed_items() returns trigger language plpgsql as $$
begin
  ${noteChanges('changed')}
  return null;
end $$;

create function note_updated_items() returns trigger language plpgsql as $$
begin
  ${noteChanges(`(
    select changed.id, changed.user_id
    from changed join former using (id)
    where changed.updated_at <> former.updated_at
      or to_jsonb(changed) - ${SEARCH_TEXTS} <> to_jsonb(former) - ${SEARCH_TEXTS}
  ) as updated`)}
  return null;
end $$;

create trigger items_note_insert after insert on items
referencing new table as changed for each statement execute function note_changed_items();

create trigger items_note_update after update on items
referencing old table as former new table as changed for each statement execute function note_updated_items();

create trigger items_note_delete after delete on items
referencing old table as changed for each statement execute function note_changed_items();
`;

/** The columns that the job for renditions writes. */
const RENDITIONS = `array['avif_key', 'card_key', 'thumbnail_key', 'attempts']`;

/**
 * Changes `updated_at` of the items whose photos changed, which notes the change. Undoing an import depends
 * on the fields alone, so its rows record the new time.
 */
const TOUCH_ITEMS = `
create function touch_items_of_photos() returns trigger language plpgsql as $$
declare
  touched_ids integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(touched.item_id) into touched_ids
    from changed join former using (id)
    cross join lateral unnest(array[former.item_id, changed.item_id]) as touched (item_id)
    where to_jsonb(changed) - ${RENDITIONS} <> to_jsonb(former) - ${RENDITIONS};
  else
    select array_agg(item_id) into touched_ids from changed;
  end if;
  if touched_ids is null then
    return null;
  end if;
  with locked as (
    select id, updated_at from items where id = any (touched_ids) order by id for no key update
  ), touched as (
    update items set updated_at = greatest(now(), locked.updated_at + interval '1 microsecond')
    from locked where items.id = locked.id
    returning items.id, items.updated_at, locked.updated_at as former
  )
  update import_rows set photos_changed_at = touched.updated_at
  from touched
  where import_rows.item_id = touched.id
    and coalesce(import_rows.photos_changed_at, import_rows.written_at) = touched.former;
  return null;
end $$;

create trigger photos_touch_insert after insert on photos
referencing new table as changed for each statement execute function touch_items_of_photos();

create trigger photos_touch_update after update on photos
referencing old table as former new table as changed for each statement execute function touch_items_of_photos();

create trigger photos_touch_delete after delete on photos
referencing old table as changed for each statement execute function touch_items_of_photos();
`;
