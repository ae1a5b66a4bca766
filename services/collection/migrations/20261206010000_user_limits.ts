import type { Knex } from 'knex';

/** Adds limits of individual users, and the sizes of photos, which count towards them. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (table) => {
    // Null means the service's limit, Infinity no limit.
    table.double('items_max');
    table.double('storage_max');
    table.check("items_max between 0 and 'infinity'", {}, 'users_items_max_check');
    table.check("storage_max between 0 and 'infinity'", {}, 'users_storage_max_check');
  });
  await db.schema.alterTable('photos', (table) => {
    // The size of the original and all renditions; null until a job has measured them.
    table.bigInteger('bytes');
    table.index('id', 'photos_unmeasured_idx', { predicate: db.whereNull('bytes') });
  });
  await replaceIndex(db, 'item_id, bytes');
  await db.raw(FORGET_BYTES);
  await db.raw(touchItems([...RENDITIONS, 'bytes']));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(touchItems(RENDITIONS));
  await db.raw('drop function forget_photo_bytes() cascade');
  await replaceIndex(db, 'item_id');
  await db.schema.alterTable('photos', (table) => table.dropColumn('bytes'));
  await db.schema.alterTable('users', (table) => table.dropColumns('items_max', 'storage_max'));
}

/** Replaces the index from which a user's photos are counted and summed up. */
async function replaceIndex(db: Knex, included: string): Promise<void> {
  await db.raw(`
    drop index photos_user_id_idx;
    create index photos_user_id_idx on photos (user_id, id) include (${included})
  `);
}

/**
 * Removes the size when the files change. A statement that changes files but not the size comes from the
 * previous version.
 */
const FORGET_BYTES = `
create function forget_photo_bytes() returns trigger language plpgsql as $$
begin
  new.bytes := null;
  return new;
end $$;

create trigger photos_forget_bytes before update of image_key, avif_key, card_key, thumbnail_key on photos
for each row when (
  new.bytes is not distinct from old.bytes
  and (new.image_key, new.avif_key, new.card_key, new.thumbnail_key)
    is distinct from (old.image_key, old.avif_key, old.card_key, old.thumbnail_key)
)
execute function forget_photo_bytes();
`;

/** The columns that only jobs write. */
const RENDITIONS = ['avif_key', 'card_key', 'thumbnail_key', 'attempts'];

/**
 * The function of the earlier migration, with the columns whose changes do not count as changes of the item.
 */
function touchItems(ignored: readonly string[]): string {
  const columns = `array[${ignored.map((name) => `'${name}'`).join(', ')}]`;
  return `
create or replace function touch_items_of_photos() returns trigger language plpgsql as $$
declare
  touched_ids integer[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(touched.item_id) into touched_ids
    from changed join former using (id)
    cross join lateral unnest(array[former.item_id, changed.item_id]) as touched (item_id)
    where to_jsonb(changed) - ${columns} <> to_jsonb(former) - ${columns};
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
end $$`;
}
