import type { Knex } from 'knex';

/**
 * Adds the decade of a season that is only a text: 0 if the text is not a season, null without a text. The
 * service writes it with the search texts. For items written by the previous version, the same job writes
 * both again.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (table) => void table.specificType('season_text_decade', 'smallint'));
  await db.raw(FOR_PREVIOUS_VERSION);
  await db.raw("update items set search_texts_at = null where season_text <> ''");
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop trigger items_season_text_decade_due on items');
  await db.raw('drop function make_search_texts_due()');
  await db.schema.alterTable('items', (table) => void table.dropColumn('season_text_decade'));
}

const FOR_PREVIOUS_VERSION = `
create function make_search_texts_due() returns trigger language plpgsql as $$
begin
  new.search_texts_at := null;
  return new;
end $$;

create trigger items_season_text_decade_due before insert or update on items
for each row when (new.season_text <> '' and new.season_text_decade is null) execute function make_search_texts_due();
`;
